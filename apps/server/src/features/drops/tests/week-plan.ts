/** Source of everything that happens by chance: the same seed plans the same week. */
export type Chance = {
  /** From `least` to `most`, both included. */
  from: (least: number, most: number) => number;
  pick: <Value>(values: readonly Value[]) => Value;
};

/** Mulberry32: https://gist.github.com/tommyettinger/46a874533244883189143505d203312c */
export function createChance(seed: number): Chance {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const from = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    from,
    pick: (values) => {
      const value = values[from(0, values.length - 1)];
      if (value === undefined) throw new Error('There is nothing to pick from.');
      return value;
    },
  };
}

/** Minutes from `from` up to `to`, in which people stream and watch. Twitch shows all of it `lag` minutes late. */
export type Evening = { from: number; to: number; lag: number };

const MINUTES_A_DAY = 1440;
/** As long as the simulated Twitch remembers changes. */
const LONGEST_LAG = 10;

/**
 * Seven evenings of four hours. Most go on after midnight in UTC. Where lists lag, the evening ends before midnight: a lag
 * would move minutes from one day to the next.
 */
export function planEvenings(monday: number, chance: Chance): Evening[] {
  return Array.from({ length: 7 }, (_, day) => {
    const lag = day % 3 === 2 ? chance.from(2, LONGEST_LAG - 2) : 0;
    const from = monday + day * MINUTES_A_DAY + (lag > 0 ? 17 * 60 : 22 * 60);
    return { from, to: from + 240, lag };
  });
}

export type Change =
  | { minute: number; kind: 'starts' | 'leaves category' | 'returns' | 'stops'; streamer: number }
  | { minute: number; kind: 'joins' | 'leaves'; person: number; streamer: number };

/** Each streamer streams once, with a time in another category, and a break after which another stream begins. */
export function planStreams({ from, to }: Evening, streamers: number, chance: Chance): Change[] {
  return Array.from({ length: streamers }, (_, streamer): Change[] => {
    const elsewhere = chance.from(from + 50, from + 90);
    const pause = chance.from(from + 120, from + 180);
    return [
      { minute: chance.from(from + 5, from + 35), kind: 'starts', streamer },
      { minute: elsewhere, kind: 'leaves category', streamer },
      { minute: elsewhere + chance.from(5, 20), kind: 'returns', streamer },
      { minute: pause, kind: 'stops', streamer },
      { minute: pause + chance.from(0, 5), kind: 'starts', streamer },
      { minute: chance.from(to - 45, to - 15), kind: 'stops', streamer },
    ];
  }).flat();
}

/**
 * Each person makes visits to one chat after another. Who goes elsewhere or away does so for at least five minutes: less is
 * forgiven.
 */
export function planVisits(
  { from, to }: Evening,
  { people, streamers }: { people: number; streamers: number },
  chance: Chance,
): Change[] {
  const changes: Change[] = [];
  for (let person = 0; person < people; person += 1) {
    let minute = chance.from(from, from + 60);
    while (minute < to - 10) {
      const streamer = chance.from(0, streamers - 1);
      const end = Math.min(to, minute + chance.from(5, 90));
      changes.push(
        { minute, kind: 'joins', person, streamer },
        { minute: end, kind: 'leaves', person, streamer },
      );
      minute = end + chance.pick([0, chance.from(5, 50)]);
    }
  }
  return changes;
}

export type Outage = { from: number; length: number; kinds: OutageKind[] };

/** What hides streams or people for a moment. */
export const OUTAGES = [
  'missing-streams',
  'untyped-streams',
  'short-chats',
  'blank-users',
  'refused-cursors',
  'faulty-streams',
  'faulty-chats',
  'portal-stopped',
] as const;
export type OutageKind = (typeof OUTAGES)[number];

/**
 * Outages of one to three minutes, one after another. Nobody can know who came or left in an outage, so one of them, of one
 * minute, is at any time of the day, and the others while nothing changes, until the minute after them.
 */
export function planOutages({ from, to, lag }: Evening, changes: Change[], chance: Chance): Outage[] {
  const busy = new Set(changes.flatMap(({ minute }) => [minute, minute + lag]));
  // Before midnight, as the day after has its own.
  const anyTime = chance.from(from + 10, from + 115);
  const outages: Outage[] = [{ from: anyTime, length: 1, kinds: [chance.pick(OUTAGES)] }];
  let minute = from + chance.from(5, 10);
  while (minute < to) {
    const length = chance.from(1, 3);
    const around = Array.from({ length: length + 1 }, (_, index) => minute + index);
    if (around.some((one) => busy.has(one)) || Math.abs(anyTime - minute) <= length + 1) {
      minute += 1;
      continue;
    }
    outages.push({ from: minute, length, kinds: [chance.pick(OUTAGES), chance.pick(OUTAGES)] });
    minute += length + chance.from(1, 8);
  }
  return outages;
}
