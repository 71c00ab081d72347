import type { DropKind } from '@waygate/contract/drops/drops.schemas';
import { createQueue } from '#platform/queue/bounded-queue.ts';
import { insertCredits, type Presence } from './credits.queries.ts';
import type { OpenDrops } from './drop-parts.ts';
import { type SampleEnd, selectSeasonIdAt } from './samples.queries.ts';
import { dayOf, type Gap } from './sampling.rules.ts';

/** People whose minutes are credited in one statement: enough to be quick, few enough not to hold others up. */
const CREDITED_AT_ONCE = 5000;

/** Who was seen in whose stream, and what had been missed before. */
type Seen = { people: string[]; channelId: number; gap: Gap | undefined };

export type Credits = {
  add: (kind: DropKind, seen: Seen) => Promise<void>;
  /** Writes what still waits. */
  flush: () => Promise<void>;
};

/**
 * Gathers who was seen in a minute and writes it in pieces. What is written stays, whatever becomes of the rest.
 *
 * @param end is told who was in the chats and how many minutes were written, as it happens
 */
export function createCredits(
  parts: OpenDrops,
  { minute, seasonId, end }: { minute: number; seasonId: number; end: SampleEnd },
): Credits {
  const { dailyCapMinutes: dailyCap = null, tickSeconds } = parts.config.drops;
  const now: Record<DropKind, Presence> = { viewer: empty(), streamer: empty() };
  const gaps = new Map<string, Presence & { kind: DropKind; gap: Gap }>();
  const seasons = new Map([[minute, Promise.resolve<number | null>(seasonId)]]);
  // The database takes them one at a time as well: the others would only hold its connections.
  const inTurn = createQueue({ concurrency: 1, maxWaiting: Number.POSITIVE_INFINITY });

  /** A gap may reach back into another season, or into none. */
  function seasonOf(missed: number): Promise<number | null> {
    const season = seasons.get(missed) ?? selectSeasonIdAt(parts.db, { minute: missed, tickSeconds });
    seasons.set(missed, season);
    return season;
  }

  async function write(kind: DropKind, presence: Presence, at: { minute: number; since: number | null }) {
    if (presence.people.length === 0) return;
    const season = await seasonOf(at.minute);
    if (season === null) return;
    const day = dayOf(at.minute, tickSeconds);
    const credit = { ...presence, ...at, kind, day, seasonId: season, dailyCap };
    // Added afterwards: others wait at the same time.
    const count = await inTurn(() => parts.db.transaction((tx) => insertCredits(tx, credit)));
    end.credited += count;
  }

  async function flushNow(kind: DropKind) {
    const presence = now[kind];
    now[kind] = empty();
    await write(kind, presence, { minute, since: null });
  }

  async function flushGap(key: string) {
    const waiting = gaps.get(key);
    gaps.delete(key);
    if (!waiting) return;
    const { kind, gap, ...presence } = waiting;
    for (const missed of gap.minutes) await write(kind, presence, { minute: missed, since: gap.since });
  }

  async function addPiece(kind: DropKind, { people, channelId, gap }: Seen) {
    append(now[kind], people, channelId);
    if (now[kind].people.length >= CREDITED_AT_ONCE) await flushNow(kind);
    if (!gap) return;
    const key = `${kind} ${gap.since}`;
    const waiting = gaps.get(key) ?? { ...empty(), kind, gap };
    gaps.set(key, waiting);
    append(waiting, people, channelId);
    if (waiting.people.length >= CREDITED_AT_ONCE) await flushGap(key);
  }

  return {
    add: async (kind, { people, ...place }) => {
      if (kind === 'viewer') end.chatters += people.length;
      for (let start = 0; start < people.length; start += CREDITED_AT_ONCE)
        await addPiece(kind, { ...place, people: people.slice(start, start + CREDITED_AT_ONCE) });
    },
    flush: async () => {
      await flushNow('streamer');
      await flushNow('viewer');
      for (const key of gaps.keys()) await flushGap(key);
    },
  };
}

function empty(): Presence {
  return { people: [], channels: [] };
}

function append({ people, channels }: Presence, seen: string[], channelId: number): void {
  for (const person of seen) {
    people.push(person);
    channels.push(channelId);
  }
}
