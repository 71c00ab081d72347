import * as z from 'zod';
import type { AppToken } from './twitch-app-token.ts';
import { TwitchIncomplete, TwitchRefused } from './twitch-errors.ts';
import { readBody, type TwitchAnswer, type TwitchRequest } from './twitch-http.ts';
import type { TwitchApplication } from './twitch-oauth.ts';
import { unlessAborted } from './unless-aborted.ts';

/** The most user ids per request. */
export const IDS_A_CALL = 100;
const CHATTERS_A_PAGE = 1000;
const APP_BUCKET = 'app';

/** `createdAt` is null where Twitch didn't say. */
export type TwitchUser = { userId: string; login: string; displayName: string; createdAt: Date | null };

export type TwitchStream = {
  userId: string;
  login: string;
  displayName: string;
  gameId: string;
  startedAt: Date;
  /** Of at most 140 characters, and anything at all. */
  title: string;
  tags: string[];
  viewers: number;
  /** A picture of the stream on Twitch's own servers, 440 by 248 pixels. */
  thumbnailUrl: string | null;
};

const usersSchema = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      login: z.string(),
      display_name: z.string(),
      created_at: z.coerce.date().nullish().catch(null),
    }),
  ),
});

const ownUserSchema = z.object({ data: z.tuple([usersSchema.shape.data.element]) });

const pagination = z
  .object({ cursor: z.string().optional() })
  .nullish()
  .transform((page) => page?.cursor || undefined);

// Rows are parsed one by one: one that is unreadable must not hide the others.
const streamsSchema = z.object({ data: z.array(z.unknown()) });

/** After an error of its own, Twitch sets `type` to an empty string. */
const liveStreamSchema = z.object({
  user_id: z.string().min(1),
  user_login: z.string(),
  user_name: z.string(),
  game_id: z.string(),
  type: z.literal('live'),
  started_at: z.coerce.date(),
  // Nobody loses minutes because one of these is unreadable.
  title: z.string().catch(''),
  tags: z.array(z.string()).nullish().catch([]),
  viewer_count: z.int32().min(0).catch(0),
  thumbnail_url: z.string().catch(''),
});

const chattersSchema = z.object({
  data: z.array(z.object({ user_id: z.string() })),
  pagination,
  total: z.number().optional(),
});

const gamesSchema = z.object({ data: z.array(z.object({ id: z.string(), name: z.string() })) });

type StreamRow = z.infer<typeof liveStreamSchema>;

type ChattersPage = z.infer<typeof chattersSchema>;

export type TwitchHelix = {
  getOwnUser: (accessToken: string, options?: { signal?: AbortSignal }) => Promise<TwitchUser>;
  /** Those of the users who exist, in calls of 100; all calls succeed or none. */
  getUsers: (userIds: string[], options?: { signal?: AbortSignal }) => Promise<TwitchUser[]>;
  /**
   * The live streams of the users, one per user; all calls succeed or none. Any number of ids, in calls of 100. A user
   * who is missing may be live all the same. Names may be blank.
   */
  getStreams: (userIds: string[], options?: { signal?: AbortSignal }) => Promise<TwitchStream[]>;
  /** The categories with exactly these names, at most 100, as Twitch spells them. */
  getCategories: (names: string[]) => Promise<{ id: string; name: string }[]>;
  /**
   * The user ids in a chat, without duplicates; all or nothing, so that nobody seems absent because a page failed.
   *
   * @throws TwitchIncomplete with those that were listed when they are fewer than Twitch counts
   * @throws TwitchUnauthorized when token or scope are insufficient, TwitchForbidden for another channel's chat
   */
  getChatters: (chat: {
    broadcasterId: string;
    accessToken: string;
    signal?: AbortSignal;
  }) => Promise<string[]>;
};

type Query = [name: string, value: string][];

type Run = (
  request: Omit<TwitchRequest, 'timeoutMs' | 'method'>,
  bucket: string | undefined,
) => Promise<TwitchAnswer>;

/** Twitch's API. Source: https://dev.twitch.tv/docs/api/reference */
export function createTwitchHelix(
  { clientId, apiBase }: TwitchApplication,
  { run, appToken }: { run: Run; appToken: AppToken },
): TwitchHelix {
  const headersOf = (token: string) => ({ authorization: `Bearer ${token}`, 'client-id': clientId });

  async function askAsApp(path: string, query: Query, signal: AbortSignal): Promise<TwitchAnswer> {
    const ask = (token: string) =>
      run({ url: `${apiBase}${path}`, query, headers: headersOf(token), signal }, APP_BUCKET);
    const token = await unlessAborted(appToken.get(), signal);
    const answer = await ask(token);
    if (answer.status !== 401) return answer;
    return ask(await unlessAborted(appToken.renew(token), signal));
  }

  async function streamsOf(userIds: string[], signal: AbortSignal): Promise<StreamRow[]> {
    const ids = userIds.map((id): Query[number] => ['user_id', id]);
    const query: Query = [...ids, ['type', 'live'], ['first', String(IDS_A_CALL)]];
    // One page: a user has one stream. Twitch may add a cursor that leads nowhere.
    const { data } = readBody(streamsSchema, await askAsApp('/streams', query, signal));
    return data.flatMap((row) => liveStreamSchema.safeParse(row).data ?? []);
  }

  return {
    getOwnUser: async (accessToken, { signal } = {}) => {
      const headers = headersOf(accessToken);
      const answer = await run({ url: `${apiBase}/users`, headers, signal }, undefined);
      const [user] = readBody(ownUserSchema, answer).data;
      return toUser(user);
    },
    getUsers: (userIds, { signal } = {}) =>
      allOrNone(inChunks([...new Set(userIds)], IDS_A_CALL), signal, async (ids, until) => {
        const query = ids.map((id): Query[number] => ['id', id]);
        return readBody(usersSchema, await askAsApp('/users', query, until)).data.map(toUser);
      }),
    getStreams: async (userIds, { signal } = {}) => {
      const rows = await allOrNone(inChunks([...new Set(userIds)], IDS_A_CALL), signal, streamsOf);
      return liveStreams(rows);
    },
    getCategories: async (names) => {
      const query = names.map((name): Query[number] => ['name', name]);
      return readBody(gamesSchema, await askAsApp('/games', query, new AbortController().signal)).data;
    },
    getChatters: async ({ broadcasterId, accessToken, signal }) => {
      const url = `${apiBase}/chat/chatters`;
      const query: Query = [
        ['broadcaster_id', broadcasterId],
        ['moderator_id', broadcasterId],
        ['first', String(CHATTERS_A_PAGE)],
      ];
      const headers = headersOf(accessToken);
      const read = async (after: Query) => {
        const request = { url, query: [...query, ...after], headers, signal };
        return readBody(chattersSchema, await run(request, `user ${broadcasterId}`));
      };
      return readChat(read);
    },
  };
}

/**
 * Reads the pages of a chat until as many rows as its `total` were read. Stops early at a repeated cursor, which would
 * loop forever, and at one that Twitch refuses twice.
 *
 * @throws TwitchIncomplete
 */
async function readChat(read: (after: Query) => Promise<ChattersPage>): Promise<string[]> {
  // Keeps only the ids: a chat of a hundred thousand people has a hundred pages.
  const userIds = new Set<string>();
  const cursors = new Set<string>();
  let blanks = 0;
  // The smallest: who leaves between two pages is missing from the next, and from its total.
  let total = Number.POSITIVE_INFINITY;
  let page = await read([]);
  for (;;) {
    for (const { user_id: userId } of page.data) {
      if (userId === '') blanks += 1;
      else userIds.add(userId);
    }
    total = Math.min(total, page.total ?? Number.POSITIVE_INFINITY);
    const { pagination: cursor } = page;
    if (cursor === undefined || cursors.has(cursor) || userIds.size + blanks >= total) break;
    cursors.add(cursor);
    const next = await readAfter(read, cursor);
    if (!next) break;
    page = next;
  }
  if (Number.isFinite(total) && userIds.size + blanks < total)
    throw new TwitchIncomplete(`Twitch listed ${userIds.size + blanks} of ${total} people in a chat.`, [
      ...userIds,
    ]);
  return [...userIds];
}

/**
 * Now and then Twitch refuses a cursor of its own, and accepts it the next time.
 * Source: https://github.com/twitchdev/issues/issues/91
 *
 * @returns undefined when the cursor was refused twice
 */
async function readAfter(
  read: (after: Query) => Promise<ChattersPage>,
  cursor: string,
): Promise<ChattersPage | undefined> {
  const attempt = () => read([['after', cursor]]);
  try {
    return await attempt().catch((error: unknown) => {
      if (error instanceof TwitchRefused) return attempt();
      throw error;
    });
  } catch (error) {
    if (error instanceof TwitchRefused) return undefined;
    throw error;
  }
}

/** Works on all chunks concurrently; the first failure aborts the others. */
async function allOrNone<Item, Result>(
  chunks: Item[][],
  signal: AbortSignal | undefined,
  work: (chunk: Item[], signal: AbortSignal) => Promise<Result[]>,
): Promise<Result[]> {
  const stop = new AbortController();
  const both = signal ? AbortSignal.any([stop.signal, signal]) : stop.signal;
  try {
    return (await Promise.all(chunks.map((chunk) => work(chunk, both)))).flat();
  } finally {
    stop.abort();
  }
}

export function inChunks<Item>(items: Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

/** The first row of each user: pages may repeat rows, and a user has one stream. */
function liveStreams(rows: StreamRow[]): TwitchStream[] {
  const streams = new Map<string, TwitchStream>();
  for (const row of rows) {
    if (!streams.has(row.user_id)) streams.set(row.user_id, toStream(row));
  }
  return [...streams.values()];
}

function toUser(row: z.infer<typeof usersSchema>['data'][number]): TwitchUser {
  const { id: userId, login, display_name: displayName, created_at: createdAt } = row;
  return { userId, login, displayName, createdAt: createdAt ?? null };
}

function toStream(row: StreamRow): TwitchStream {
  return {
    userId: row.user_id,
    login: row.user_login,
    displayName: row.user_name,
    gameId: row.game_id,
    startedAt: row.started_at,
    // PostgreSQL stores no NUL.
    title: row.title.replaceAll('\0', ''),
    tags: row.tags ?? [],
    viewers: row.viewer_count,
    thumbnailUrl: thumbnailOf(row.thumbnail_url),
  };
}

const THUMBNAILS = 'https://static-cdn.jtvnw.net/';

/** Only from Twitch's own servers, so that no answer of an API leads a visitor's browser elsewhere. */
function thumbnailOf(template: string): string | null {
  if (!template.startsWith(THUMBNAILS) || template.includes('\0')) return null;
  return template.replace('{width}', '440').replace('{height}', '248');
}
