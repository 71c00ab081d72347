import { type Changes, createChanges } from './simulated-changes.ts';
import type { SimulatedClock } from './simulated-clock.ts';

/** Who is in which chat. */
export type SimulatedChats = {
  join: (broadcasterId: string, ...userIds: string[]) => void;
  leave: (broadcasterId: string, ...userIds: string[]) => void;
  chattersOf: (broadcasterId: string, shownAtMs?: number) => readonly string[];
  chatsOf: (userId: string) => string[];
  snapshot: () => Record<string, string[]>;
};

export function createChats(clock: SimulatedClock, kept?: Record<string, string[]>): SimulatedChats {
  const chats = toSets(kept);
  const chatChanges = new Map<string, Changes<boolean>>();
  // Cached, because every page of a chat slices its list.
  const lists = new Map<string, readonly string[]>();

  /** Adds or removes people, and remembers whose presence changed. */
  function change(broadcasterId: string, userIds: string[], isPresent: boolean): void {
    const chat = chats.get(broadcasterId) ?? new Set();
    chats.set(broadcasterId, chat);
    const changes = chatChanges.get(broadcasterId) ?? createChanges<boolean>(clock);
    chatChanges.set(broadcasterId, changes);
    const changed = userIds.filter((userId) => chat.has(userId) !== isPresent);
    for (const userId of changed) setPresence(chat, userId, isPresent);
    changes.add(changed, () => !isPresent);
    lists.delete(broadcasterId);
  }

  function chattersAt(broadcasterId: string, shownAtMs: number): readonly string[] {
    const chat = new Set(chats.get(broadcasterId));
    const changed = chatChanges.get(broadcasterId)?.before(shownAtMs) ?? [];
    for (const [userId, wasPresent] of changed) setPresence(chat, userId, wasPresent);
    return [...chat];
  }

  return {
    join: (broadcasterId, ...userIds) => change(broadcasterId, userIds, true),
    leave: (broadcasterId, ...userIds) => change(broadcasterId, userIds, false),
    chattersOf: (broadcasterId, shownAtMs) => {
      if (shownAtMs !== undefined) return chattersAt(broadcasterId, shownAtMs);
      const list = lists.get(broadcasterId) ?? [...(chats.get(broadcasterId) ?? [])];
      lists.set(broadcasterId, list);
      return list;
    },
    chatsOf: (userId) =>
      [...chats].filter(([, chat]) => chat.has(userId)).map(([broadcasterId]) => broadcasterId),
    snapshot: () => toLists(chats),
  };
}

function setPresence(chat: Set<string>, userId: string, isPresent: boolean): void {
  if (isPresent) chat.add(userId);
  else chat.delete(userId);
}

export function toSets(lists: Record<string, string[]> = {}): Map<string, Set<string>> {
  return new Map(Object.entries(lists).map(([id, list]) => [id, new Set(list)]));
}

export function toLists(sets: Map<string, Set<string>>): Record<string, string[]> {
  return Object.fromEntries([...sets].map(([id, set]) => [id, [...set]]));
}
