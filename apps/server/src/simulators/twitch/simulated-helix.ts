import { type Answer, type Call, helixError, json } from './simulated-answers.ts';
import type { KnownToken } from './simulated-grants.ts';
import type { Misbehaviour } from './simulated-misbehaviour.ts';
import { type Page, pageOf } from './simulated-pages.ts';
import type { Spent } from './simulated-points.ts';
import type { SimulatedStream, SimulatedUser } from './simulated-world.ts';
import type { TwitchSimulator } from './twitch-simulator.ts';

const CHATTERS_SCOPE = 'moderator:read:chatters';
const MOST_IDS = 100;
/** Leads to an empty page. */
const STRAY_CURSOR = 'IA';

type Handler = (simulator: TwitchSimulator, query: URLSearchParams, token: KnownToken) => Answer;

/** Answers an API call. Checks token and client id first, then the points. */
export function answerHelix(
  simulator: TwitchSimulator,
  call: Call,
  handler: Handler,
): { answer: Answer; bucket: string | undefined } {
  if (call.method !== 'GET') return { answer: helixError(404, 'Not Found'), bucket: undefined };
  const token = authenticate(simulator, call);
  if ('status' in token) return { answer: token, bucket: undefined };
  const bucket = token.userId === undefined ? 'app' : `user ${token.userId}`;
  const spent = simulator.points.spend(bucket);
  const answer = spent.isGranted ? handler(simulator, call.query, token) : tooMany();
  return { answer: { ...answer, headers: { ...answer.headers, ...budgetHeaders(spent) } }, bucket };
}

/** A 429 whose headers say that no points are left. */
export function limitedAnswer(resetsAtMs: number): Answer {
  const answer = tooMany();
  const budget = budgetHeaders({ isGranted: false, limit: 800, remaining: 0, resetsAtMs });
  return { ...answer, headers: { ...answer.headers, ...budget } };
}

function tooMany(): Answer {
  return helixError(429, 'The application exceeded the number of calls it may make.');
}

function budgetHeaders({ limit, remaining, resetsAtMs }: Spent): Record<string, string> {
  return {
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(Math.ceil(resetsAtMs / 1000)),
  };
}

function authenticate({ application, grants }: TwitchSimulator, { headers }: Call): KnownToken | Answer {
  const [, bearer] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? [];
  if (bearer === undefined) return helixError(401, 'OAuth token is missing');
  const clientId = headers['client-id'];
  if (clientId === undefined) return helixError(401, 'Client ID is missing');
  const token = grants.find(bearer);
  if (!token) return helixError(401, 'Invalid OAuth token');
  return clientId === application.clientId
    ? token
    : helixError(401, 'Client ID and OAuth token do not match');
}

/** Source: https://dev.twitch.tv/docs/api/reference#get-users */
export function getUsers({ world }: TwitchSimulator, query: URLSearchParams, token: KnownToken): Answer {
  const [ids, logins] = [query.getAll('id'), query.getAll('login')];
  if (ids.length + logins.length > MOST_IDS) return malformed('id', `${MOST_IDS} or fewer are allowed`);
  const own = ids.length + logins.length === 0 ? token.userId : undefined;
  const asked = own === undefined ? ids : [own];
  if (asked.length + logins.length === 0) return helixError(400, 'Must provide an ID, Login or OAuth Token.');
  const users = [...asked.map(world.findUser), ...logins.map(world.findUserByLogin)];
  const data = [...new Set(users)].filter((user) => user !== undefined).map(presentUser);
  return json(200, { data });
}

function presentUser({ id, login, displayName, createdAt }: SimulatedUser): object {
  return {
    id,
    login,
    display_name: displayName,
    type: '',
    broadcaster_type: 'affiliate',
    description: '',
    profile_image_url: '',
    offline_image_url: '',
    view_count: 0,
    created_at: createdAt,
  };
}

/** A real Twitch category, which never counts for drops. */
export const OTHER_GAME_ID = '509658';

export function gameName({ brandName, gameIds }: TwitchSimulator, gameId: string): string {
  if (gameId === OTHER_GAME_ID && !gameIds.includes(gameId)) return 'Just Chatting';
  return gameIds.includes(gameId) && gameIds.length === 1 ? brandName : `category ${gameId}`;
}

/** Names match exactly, whatever their case. Source: https://dev.twitch.tv/docs/api/reference#get-games */
export function getGames(simulator: TwitchSimulator, query: URLSearchParams): Answer {
  const [ids, names] = [query.getAll('id'), query.getAll('name').map((name) => name.toLowerCase())];
  if (ids.length + names.length > MOST_IDS) return malformed('name', `${MOST_IDS} or fewer are allowed`);
  if (ids.length + names.length === 0) return helixError(400, 'Missing required parameter "id" or "name"');
  const games = [...new Set([...simulator.gameIds, OTHER_GAME_ID])].map((id) => ({
    id,
    name: gameName(simulator, id),
    box_art_url: '',
    igdb_id: '',
  }));
  return json(200, {
    data: games.filter(({ id, name }) => ids.includes(id) || names.includes(name.toLowerCase())),
  });
}

/** Source: https://dev.twitch.tv/docs/api/reference#get-streams */
export function getStreams(simulator: TwitchSimulator, query: URLSearchParams): Answer {
  const { world, misbehaviour } = simulator;
  const [ids, logins, games] = ['user_id', 'user_login', 'game_id'].map((name) => query.getAll(name));
  for (const [name, values = []] of [
    ['user_id', ids],
    ['user_login', logins],
    ['game_id', games],
  ] as const) {
    if (values.length > MOST_IDS)
      return malformed(name, `the value must be less than or equal to ${MOST_IDS}`);
  }
  const first = countIn(query, { fallback: 20, most: 100 });
  if (first === undefined) return malformed('first', 'the value must be from 1 to 100');
  const wanted = new Set([
    ...(ids ?? []),
    ...(logins ?? []).map((login) => world.findUserByLogin(login)?.id),
  ]);
  const shownAtMs = misbehaviour.shownAtMs('late-streams');
  const found =
    wanted.size > 0 ? [...wanted].map((id) => world.streamOf(id ?? '', shownAtMs)) : world.streams(shownAtMs);
  const isMissing = misbehaviour.meet('missing-streams');
  const rows = found
    .filter((stream) => stream !== undefined)
    .filter(({ gameId }) => !games?.length || games.includes(gameId))
    .filter(({ userId }) => !isMissing?.(userId))
    .map(streamPresenter(simulator))
    .toSorted((one, other) => other.viewer_count - one.viewer_count);
  const page = readPage(simulator, rows, { first, query, concerned: '' });
  if ('status' in page) return page;
  return json(200, { data: page.rows, pagination: { cursor: page.cursor } });
}

/** Of one answer, which plans for a few answers count once. */
function streamPresenter(simulator: TwitchSimulator) {
  const isBlank = simulator.misbehaviour.meet('blank-users');
  const isUntyped = simulator.misbehaviour.meet('untyped-streams');
  return ({ id, userId, gameId, title, tags, viewerCount, startedAt }: SimulatedStream) => {
    const names = isBlank?.(userId) ? undefined : simulator.world.findUser(userId);
    return {
      id,
      user_id: userId,
      user_login: names?.login ?? '',
      user_name: names?.displayName ?? '',
      game_id: gameId,
      game_name: '',
      type: isUntyped?.(userId) ? '' : 'live',
      title,
      tags,
      viewer_count: viewerCount ?? simulator.world.chattersOf(userId).length,
      started_at: startedAt.replace(/\.\d+Z$/, 'Z'),
      language: 'en',
      thumbnail_url: '',
      tag_ids: [],
      is_mature: false,
    };
  };
}

/** Source: https://dev.twitch.tv/docs/api/reference#get-chatters */
export function getChatters(simulator: TwitchSimulator, query: URLSearchParams, token: KnownToken): Answer {
  const { world, misbehaviour } = simulator;
  const [broadcasterId, moderatorId] = [query.get('broadcaster_id'), query.get('moderator_id')];
  if (!broadcasterId) return helixError(400, 'Missing required parameter "broadcaster_id"');
  if (!moderatorId) return helixError(400, 'Missing required parameter "moderator_id"');
  if (token.userId !== moderatorId)
    return helixError(
      401,
      "The ID in moderator_id must match the user ID found in the request's OAuth token.",
    );
  if (!token.scopes.includes(CHATTERS_SCOPE)) return helixError(401, `Missing scope: ${CHATTERS_SCOPE}`);
  if (!world.mayReadChat(broadcasterId, moderatorId))
    return helixError(403, "You don't have permission to perform that action.");
  const first = countIn(query, { fallback: 100, most: 1000 });
  if (first === undefined) return malformed('first', 'the value must be from 1 to 1000');
  const chatters = world.chattersOf(broadcasterId, misbehaviour.shownAtMs('late-chats'));
  const isMissing = misbehaviour.meet('short-chats');
  const listed = isMissing ? chatters.filter((userId) => !isMissing(userId, broadcasterId)) : chatters;
  const page = readPage(simulator, listed, { first, query, concerned: broadcasterId });
  if ('status' in page) return page;
  const isBlank = misbehaviour.meet('blank-users');
  const data = page.rows.map((userId) =>
    isBlank?.(userId, broadcasterId) ? presentChatter('') : presentChatter(userId, world.findUser(userId)),
  );
  return json(200, { data, pagination: { cursor: page.cursor }, total: chatters.length });
}

function presentChatter(userId: string, user?: SimulatedUser) {
  return { user_id: userId, user_login: user?.login ?? '', user_name: user?.displayName ?? '' };
}

/** @param concerned the broadcaster whose list it is, if it is one's */
function readPage<Row>(
  { pages, misbehaviour }: TwitchSimulator,
  list: readonly Row[],
  { first, query, concerned }: { first: number; query: URLSearchParams; concerned: string },
): Page<Row> | Answer {
  const after = query.get('after');
  const isMet = (kind: Misbehaviour) => misbehaviour.meet(kind)?.(concerned) ?? false;
  if (after !== null && isMet('refused-cursors')) return helixError(400, 'invalid cursor');
  if (after === STRAY_CURSOR) return { rows: [], cursor: undefined };
  const page = pageOf(list, { first, after, quirk: pages.quirk });
  if (!page) return malformed('after', 'the value is not a cursor');
  return page.cursor === undefined && isMet('stray-cursors') ? { ...page, cursor: STRAY_CURSOR } : page;
}

function countIn(
  query: URLSearchParams,
  { fallback, most }: { fallback: number; most: number },
): number | undefined {
  const given = query.get('first');
  const count = given === null ? fallback : Number(given);
  return Number.isInteger(count) && count >= 1 && count <= most ? count : undefined;
}

function malformed(name: string, fault: string): Answer {
  return helixError(400, `The parameter "${name}" was malformed: ${fault}`);
}
