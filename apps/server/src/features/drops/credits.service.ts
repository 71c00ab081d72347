import type { DropKind } from '@waygate/contract/drops/drops.schemas';
import type { EnabledTwitch } from '#features/twitch-links/twitch-links.ts';
import { createQueue } from '#platform/queue/bounded-queue.ts';
import { insertCredits, type Presence } from './credits.queries.ts';
import { type SampleEnd, selectSeasonIdAt } from './samples.queries.ts';
import { dayOf, type Gap } from './sampling.rules.ts';

/** People per statement: enough to be fast, few enough not to block other transactions for long. */
const CREDITED_AT_ONCE = 5000;

/** The people in a stream, and the gap before this minute. */
type Seen = { people: string[]; channelId: number; gap: Gap | undefined };

export type Credits = {
  add: (kind: DropKind, seen: Seen) => Promise<void>;
  /** Writes the remaining batches. */
  flush: () => Promise<void>;
};

/** Counts are added to `end` as they happen. */
type SampleRun = { minute: number; seasonId: number; end: SampleEnd };

/** The minutes that are credited together; `since` as in `Credit`. */
type Terms = { kind: DropKind; minutes: number[]; since: number | null };

type Batch = Presence & Terms;

/**
 * Collects the people of a minute and credits them in batches. Written batches stay, even if a later one fails.
 *
 * @param run its `end` receives the number of chatters and of credited minutes
 */
export function createCredits(parts: EnabledTwitch, run: SampleRun): Credits {
  const { minute, end } = run;
  const write = createWriter(parts, run);
  const batches = new Map<string, Batch>();

  async function writeBatch(key: string, batch: Batch): Promise<void> {
    // Replaced before it is written, because other chats add people meanwhile.
    batches.set(key, { ...batch, ...noPresence() });
    for (const credited of batch.minutes) await write(batch, credited);
  }

  async function addPeople(terms: Terms, { people, channelId }: Seen): Promise<void> {
    const key = `${terms.kind} ${terms.since}`;
    const batch = batches.get(key) ?? { ...terms, ...noPresence() };
    batches.set(key, batch);
    append(batch, people, channelId);
    if (batch.people.length >= CREDITED_AT_ONCE) await writeBatch(key, batch);
  }

  return {
    add: async (kind, { people, ...stream }) => {
      if (kind === 'viewer') end.chatters += people.length;
      for (let start = 0; start < people.length; start += CREDITED_AT_ONCE) {
        const chunk = { ...stream, people: people.slice(start, start + CREDITED_AT_ONCE) };
        await addPeople({ kind, minutes: [minute], since: null }, chunk);
        if (stream.gap) await addPeople({ kind, ...stream.gap }, chunk);
      }
    },
    flush: async () => {
      for (const [key, batch] of batches) await writeBatch(key, batch);
    },
  };
}

type Write = (batch: Batch, minute: number) => Promise<void>;

function createWriter(parts: EnabledTwitch, { minute: current, seasonId, end }: SampleRun): Write {
  const { dailyCapMinutes: dailyCap = null, tickSeconds } = parts.config.drops;
  const seasons = new Map([[current, Promise.resolve<number | null>(seasonId)]]);
  // `insertCredits` takes a global lock, so concurrent calls would only occupy connections.
  const oneAtATime = createQueue({ concurrency: 1, maxWaiting: Number.POSITIVE_INFINITY });

  /** A gap may begin in another season, or outside of any. */
  function seasonOf(minute: number): Promise<number | null> {
    const season = seasons.get(minute) ?? selectSeasonIdAt(parts.db, { minute, tickSeconds });
    seasons.set(minute, season);
    return season;
  }

  return async ({ kind, people, channels, since }, minute) => {
    if (people.length === 0) return;
    const season = await seasonOf(minute);
    if (season === null) return;
    const day = dayOf(minute, tickSeconds);
    const credit = { kind, people, channels, minute, since, day, seasonId: season, dailyCap };
    // Not `end.credited += await …`, which would lose updates of concurrent calls.
    const count = await oneAtATime(() => parts.db.transaction((tx) => insertCredits(tx, credit)));
    end.credited += count;
  };
}

function noPresence(): Presence {
  return { people: [], channels: [] };
}

function append({ people, channels }: Presence, seen: string[], channelId: number): void {
  for (const person of seen) {
    people.push(person);
    channels.push(channelId);
  }
}
