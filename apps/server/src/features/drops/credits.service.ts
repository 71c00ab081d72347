import type { SeasonRules } from '@waygate/contract/drops/drop-rules.schemas';
import type { DropKind } from '@waygate/contract/drops/drops.schemas';
import type { EnabledTwitch } from '#features/twitch-links/twitch-links.ts';
import type { Transaction } from '#platform/db/database.ts';
import { createQueue } from '#platform/queue/bounded-queue.ts';
import { insertCredits, insertMissedMinute, type Missed, type Presence } from './credits.queries.ts';
import { type SampleEnd, selectSeasonIdAt } from './samples.queries.ts';
import { dayOf } from './sampling.rules.ts';

/** People per statement: enough to be fast, few enough not to block other transactions for long. */
const CREDITED_AT_ONCE = 5000;

/** The people in a stream; `since` as in `Presence`. */
type Seen = { people: string[]; channelId: number; since: number | null };

export type Credits = {
  add: (kind: DropKind, seen: Seen) => Promise<void>;
  /** Writes the remaining batches. */
  flush: () => Promise<void>;
};

/** Counts are added to `end` as they happen. */
type SampleRun = { minute: number; seasonId: number | null; rules?: SeasonRules | undefined; end: SampleEnd };

/**
 * Collects the people of a minute and credits them in batches, together with minutes that they missed before. Written
 * batches stay, even if a later one fails.
 *
 * @param run its `end` receives the number of chatters and of credited minutes
 */
export function createCredits(parts: EnabledTwitch, run: SampleRun): Credits {
  const write = createWriter(parts, run);
  const batches = new Map<DropKind, Presence>();

  async function writeBatch(kind: DropKind, batch: Presence): Promise<void> {
    // Replaced before it is written, because other chats add people meanwhile.
    batches.set(kind, noPresence());
    if (batch.people.length > 0) await write(kind, batch);
  }

  return {
    add: async (kind, { people, ...stream }) => {
      if (kind === 'viewer') run.end.chatters += people.length;
      for (let start = 0; start < people.length; start += CREDITED_AT_ONCE) {
        const batch = batches.get(kind) ?? noPresence();
        batches.set(kind, batch);
        append(batch, { ...stream, people: people.slice(start, start + CREDITED_AT_ONCE) });
        if (batch.people.length >= CREDITED_AT_ONCE) await writeBatch(kind, batch);
      }
    },
    flush: async () => {
      for (const [kind, batch] of batches) await writeBatch(kind, batch);
    },
  };
}

type Write = (kind: DropKind, batch: Presence) => Promise<void>;

function createWriter(parts: EnabledTwitch, { minute: current, seasonId, rules, end }: SampleRun): Write {
  const { dailyCapMinutes: dailyCap = null, tickSeconds } = parts.config.drops;
  const seasons = new Map<number, number | null>([[current, seasonId]]);
  // `insertCredits` takes a global lock, so concurrent calls would only occupy connections.
  const oneAtATime = createQueue({ concurrency: 1, maxWaiting: Number.POSITIVE_INFINITY });

  /** A gap may begin in another season, or outside of any. */
  async function seasonAt(tx: Transaction, minute: number): Promise<number | null> {
    const season = seasons.get(minute);
    if (season !== undefined) return season;
    const found = await selectSeasonIdAt(tx, { minute, tickSeconds });
    seasons.set(minute, found);
    return found;
  }

  const termsOf = (kind: DropKind, minute: number) => ({
    kind,
    minute,
    day: dayOf(minute, tickSeconds),
    dailyCap,
  });

  async function writeMissed(tx: Transaction, kind: DropKind, missed: Missed[]): Promise<number> {
    let credited = 0;
    const earliest = missed.reduce((minute, { last }) => Math.min(minute, last), current) + 1;
    for (let minute = earliest; minute < current; minute += 1) {
      const season = await seasonAt(tx, minute);
      if (season === null) continue;
      const absent = missed.filter(({ last }) => last < minute);
      const terms = { ...termsOf(kind, minute), seasonId: season };
      credited += await insertMissedMinute(tx, { ...terms, missed: absent });
    }
    return credited;
  }

  return async (kind, batch) => {
    // One transaction: after a crash in between, nobody would look for these minutes again.
    const count = await oneAtATime(() =>
      parts.db.transaction(async (tx) => {
        const { credited, missed } = await insertCredits(tx, {
          ...termsOf(kind, current),
          ...batch,
          seasonId,
          rules,
        });
        return credited + (await writeMissed(tx, kind, missed));
      }),
    );
    end.credited += count;
  };
}

function noPresence(): Presence {
  return { people: [], channels: [], since: [] };
}

function append(batch: Presence, { people, channelId, since }: Seen): void {
  for (const person of people) {
    batch.people.push(person);
    batch.channels.push(channelId);
    batch.since.push(since);
  }
}
