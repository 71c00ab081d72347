import type { DropKind } from '@waygate/contract/drops/drops.schemas';
import type { EnabledTwitch } from '#features/twitch-links/twitch-links.ts';
import { createQueue } from '#platform/queue/bounded-queue.ts';
import { insertCredits, type Presence } from './credits.queries.ts';
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

/** What is learned and written is added to `end` as it happens. */
type Moment = { minute: number; seasonId: number; end: SampleEnd };

/** The minutes that people are credited with together, by `Credit`'s terms. */
type Terms = { kind: DropKind; minutes: number[]; since: number | null };

type Pile = Presence & Terms;

/**
 * Gathers who was seen in a minute and writes it in pieces. What is written stays, whatever becomes of the rest.
 *
 * @param moment its `end` is told who was in the chats and how many minutes were written
 */
export function createCredits(parts: EnabledTwitch, moment: Moment): Credits {
  const { minute, end } = moment;
  const write = createWriter(parts, moment);
  const piles = new Map<string, Pile>();

  async function writePile(key: string, pile: Pile): Promise<void> {
    // Emptied before it is written: others add to it meanwhile.
    piles.set(key, { ...pile, ...nobody() });
    for (const credited of pile.minutes) await write(pile, credited);
  }

  async function addPiece(terms: Terms, { people, channelId }: Seen): Promise<void> {
    const key = `${terms.kind} ${terms.since}`;
    const pile = piles.get(key) ?? { ...terms, ...nobody() };
    piles.set(key, pile);
    append(pile, people, channelId);
    if (pile.people.length >= CREDITED_AT_ONCE) await writePile(key, pile);
  }

  return {
    add: async (kind, { people, ...place }) => {
      if (kind === 'viewer') end.chatters += people.length;
      for (let start = 0; start < people.length; start += CREDITED_AT_ONCE) {
        const piece = { ...place, people: people.slice(start, start + CREDITED_AT_ONCE) };
        await addPiece({ kind, minutes: [minute], since: null }, piece);
        if (place.gap) await addPiece({ kind, ...place.gap }, piece);
      }
    },
    flush: async () => {
      for (const [key, pile] of piles) await writePile(key, pile);
    },
  };
}

type Write = (pile: Pile, minute: number) => Promise<void>;

function createWriter(parts: EnabledTwitch, { minute: present, seasonId, end }: Moment): Write {
  const { dailyCapMinutes: dailyCap = null, tickSeconds } = parts.config.drops;
  const seasons = new Map([[present, Promise.resolve<number | null>(seasonId)]]);
  // The database takes them one at a time as well: the others would only hold its connections.
  const inTurn = createQueue({ concurrency: 1, maxWaiting: Number.POSITIVE_INFINITY });

  /** A gap may reach back into another season, or into none. */
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
    // Added afterwards: others wait at the same time.
    const count = await inTurn(() => parts.db.transaction((tx) => insertCredits(tx, credit)));
    end.credited += count;
  };
}

function nobody(): Presence {
  return { people: [], channels: [] };
}

function append({ people, channels }: Presence, seen: string[], channelId: number): void {
  for (const person of seen) {
    people.push(person);
    channels.push(channelId);
  }
}
