import { randomInt } from 'node:crypto';
import * as z from 'zod';
import { createChanges } from './simulated-changes.ts';
import { createChats, toLists, toSets } from './simulated-chats.ts';
import type { SimulatedClock } from './simulated-clock.ts';

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
  /** @param shownAtMs what was so at this moment, by the simulated clock; now if left out */
  streamOf: (userId: string, shownAtMs?: number) => SimulatedStream | undefined;
  streams: (shownAtMs?: number) => SimulatedStream[];
  joinChat: (broadcasterId: string, ...userIds: string[]) => void;
  leaveChat: (broadcasterId: string, ...userIds: string[]) => void;
  chattersOf: (broadcasterId: string, shownAtMs?: number) => readonly string[];
  /** Broadcasters in whose chats the user is. */
  chatsOf: (userId: string) => string[];
  addModerator: (broadcasterId: string, userId: string) => void;
  mayReadChat: (broadcasterId: string, userId: string) => boolean;
  snapshot: () => WorldSnapshot;
};

export function createWorld(clock: SimulatedClock, kept?: WorldSnapshot): SimulatedWorld {
  const users = new Map(kept?.users.map((user) => [user.id, user]));
  const idsByLogin = new Map(kept?.users.map(({ login, id }) => [login, id]));
  const streams = new Map(kept?.streams.map((stream) => [stream.userId, stream]));
  const chats = createChats(clock, kept?.chats);
  const moderators = toSets(kept?.moderators);
  const streamChanges = createChanges<SimulatedStream | undefined>(clock);

  function streamsAt(shownAtMs: number | undefined): Map<string, SimulatedStream> {
    if (shownAtMs === undefined) return streams;
    const shown = new Map(streams);
    for (const [userId, stream] of streamChanges.before(shownAtMs)) {
      if (stream) shown.set(userId, stream);
      else shown.delete(userId);
    }
    return shown;
  }

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
        startedAt: new Date(clock.nowMs()).toISOString(),
      };
      streamChanges.add([userId], () => streams.get(userId));
      const stream = { id, userId, gameId, title, tags, viewerCount, startedAt };
      streams.set(userId, stream);
      return stream;
    },
    stop: (userId) => {
      streamChanges.add([userId], () => streams.get(userId));
      streams.delete(userId);
    },
    streamOf: (userId, shownAtMs) => streamsAt(shownAtMs).get(userId),
    streams: (shownAtMs) => [...streamsAt(shownAtMs).values()],
    joinChat: chats.join,
    leaveChat: chats.leave,
    chattersOf: chats.chattersOf,
    chatsOf: chats.chatsOf,
    addModerator: (broadcasterId, userId) => {
      moderators.set(broadcasterId, (moderators.get(broadcasterId) ?? new Set()).add(userId));
    },
    mayReadChat: (broadcasterId, userId) =>
      broadcasterId === userId || (moderators.get(broadcasterId)?.has(userId) ?? false),
    snapshot: () => ({
      users: [...users.values()],
      streams: [...streams.values()],
      chats: chats.snapshot(),
      moderators: toLists(moderators),
    }),
  };
}

function newId(users: Map<string, SimulatedUser>): string {
  const id = String(randomInt(100_000_000, 999_999_999));
  return users.has(id) ? newId(users) : id;
}
