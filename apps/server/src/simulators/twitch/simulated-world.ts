import { randomInt } from 'node:crypto';
import * as z from 'zod';

const userSchema = z.object({
  id: z.string(),
  login: z.string(),
  displayName: z.string(),
  createdAt: z.string(),
});

const streamSchema = z.object({
  id: z.string(),
  userId: z.string(),
  gameId: z.string(),
  title: z.string(),
  tags: z.array(z.string()),
  /** Undefined: the number of people in the chat. */
  viewerCount: z.number().optional(),
  startedAt: z.string(),
});

export const worldSchema = z.object({
  users: z.array(userSchema),
  streams: z.array(streamSchema),
  /** Broadcaster → who is in their chat. */
  chats: z.record(z.string(), z.array(z.string())),
  /** Broadcaster → who else may read it. */
  moderators: z.record(z.string(), z.array(z.string())),
});

export type SimulatedUser = z.infer<typeof userSchema>;
export type SimulatedStream = z.infer<typeof streamSchema>;
export type WorldSnapshot = z.infer<typeof worldSchema>;

/** What a login may be. Source: Twitch's sign-up form. */
export const LOGIN = /^[a-z0-9][a-z0-9_]{3,24}$/;

/** The users of the simulated Twitch, their streams and chats. */
export type SimulatedWorld = {
  /** Undefined: the login is taken. */
  createUser: (user: { login: string; displayName?: string; id?: string }) => SimulatedUser | undefined;
  findUser: (id: string) => SimulatedUser | undefined;
  findUserByLogin: (login: string) => SimulatedUser | undefined;
  /** Newest first. */
  users: () => SimulatedUser[];
  /** Updates category and title of a running stream; call `stop` first for a new stream. */
  goLive: (
    userId: string,
    stream: { gameId: string; title?: string; tags?: string[]; viewerCount?: number },
  ) => SimulatedStream;
  stop: (userId: string) => void;
  streamOf: (userId: string) => SimulatedStream | undefined;
  streams: () => SimulatedStream[];
  joinChat: (broadcasterId: string, ...userIds: string[]) => void;
  leaveChat: (broadcasterId: string, ...userIds: string[]) => void;
  chattersOf: (broadcasterId: string) => readonly string[];
  /** Broadcasters in whose chats the user is. */
  chatsOf: (userId: string) => string[];
  addModerator: (broadcasterId: string, userId: string) => void;
  mayReadChat: (broadcasterId: string, userId: string) => boolean;
  snapshot: () => WorldSnapshot;
};

export function createWorld(kept?: WorldSnapshot): SimulatedWorld {
  const users = new Map(kept?.users.map((user) => [user.id, user]));
  const idsByLogin = new Map(kept?.users.map(({ login, id }) => [login, id]));
  const streams = new Map(kept?.streams.map((stream) => [stream.userId, stream]));
  const chats = toSets(kept?.chats);
  const moderators = toSets(kept?.moderators);
  // Cached, because every page of a chat slices its list.
  const lists = new Map<string, readonly string[]>();

  return {
    createUser: ({ login, displayName = login, id = newId(users) }) => {
      if (idsByLogin.has(login) || users.has(id)) return undefined;
      const user = { id, login, displayName, createdAt: new Date().toISOString() };
      users.set(id, user);
      idsByLogin.set(login, id);
      return user;
    },
    findUser: (id) => users.get(id),
    findUserByLogin: (login) => users.get(idsByLogin.get(login) ?? ''),
    users: () => [...users.values()].toReversed(),
    goLive: (userId, { gameId, title = 'Live', tags = [], viewerCount }) => {
      const { id, startedAt } = streams.get(userId) ?? {
        id: String(randomInt(1_000_000_000, 9_999_999_999)),
        startedAt: new Date().toISOString(),
      };
      const stream = { id, userId, gameId, title, tags, viewerCount, startedAt };
      streams.set(userId, stream);
      return stream;
    },
    stop: (userId) => void streams.delete(userId),
    streamOf: (userId) => streams.get(userId),
    streams: () => [...streams.values()],
    joinChat: (broadcasterId, ...userIds) => {
      const chat = chats.get(broadcasterId) ?? new Set();
      for (const userId of userIds) chat.add(userId);
      chats.set(broadcasterId, chat);
      lists.delete(broadcasterId);
    },
    leaveChat: (broadcasterId, ...userIds) => {
      for (const userId of userIds) chats.get(broadcasterId)?.delete(userId);
      lists.delete(broadcasterId);
    },
    chattersOf: (broadcasterId) => {
      const list = lists.get(broadcasterId) ?? [...(chats.get(broadcasterId) ?? [])];
      lists.set(broadcasterId, list);
      return list;
    },
    chatsOf: (userId) =>
      [...chats].filter(([, chat]) => chat.has(userId)).map(([broadcasterId]) => broadcasterId),
    addModerator: (broadcasterId, userId) => {
      moderators.set(broadcasterId, (moderators.get(broadcasterId) ?? new Set()).add(userId));
    },
    mayReadChat: (broadcasterId, userId) =>
      broadcasterId === userId || (moderators.get(broadcasterId)?.has(userId) ?? false),
    snapshot: () => ({
      users: [...users.values()],
      streams: [...streams.values()],
      chats: toLists(chats),
      moderators: toLists(moderators),
    }),
  };
}

function newId(users: Map<string, SimulatedUser>): string {
  const id = String(randomInt(100_000_000, 999_999_999));
  return users.has(id) ? newId(users) : id;
}

function toSets(lists: Record<string, string[]> = {}): Map<string, Set<string>> {
  return new Map(Object.entries(lists).map(([id, list]) => [id, new Set(list)]));
}

function toLists(sets: Map<string, Set<string>>): Record<string, string[]> {
  return Object.fromEntries([...sets].map(([id, set]) => [id, [...set]]));
}
