import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { MISBEHAVIOURS, type PlannedMisbehaviour } from '#simulators/twitch/simulated-misbehaviour.ts';
import {
  createStreamer,
  createViewer,
  type Linked,
  minutesOf,
  sampleAt,
  setSeasons,
  strangers,
  useDropsPortal,
} from '#test/drop-journeys.ts';
import { GAME_ID } from '#test/twitch-server.ts';
import { dayOf } from '#features/drops/sampling.rules.ts';
import {
  type Change,
  type Evening,
  type Outage,
  OUTAGES,
  type OutageKind,
  createChance,
  planEvenings,
  planOutages,
  planStreams,
  planVisits,
} from './week-plan.ts';

const SEED = 13;
const chance = createChance(SEED);

/** Reached on days with parts of two evenings. */
const CAP = 300;

const { portal, first } = await useDropsPortal({ dailyCapMinutes: CAP });
const { world, misbehaviour, faults, grants, clock } = portal.twitch.simulator;

/** Begins tomorrow, so that each sample has a minute's time. */
const monday = dayOf(first, 60).next + 1440;

/** Every minute so near an evening is sampled; of the others, while nobody watches, one an hour. */
const FAR_MINUTES = 15;
const FAR_SAMPLES_EVERY = 60;

const KINDS = ['viewer', 'streamer'] as const;
type Kind = (typeof KINDS)[number];

/** Minutes of each person by kind: those they were really there, and those that Twitch's lists show, which may be later. */
type Ledger = Map<Linked, Record<Kind, { real: Set<number>; shown: Set<number> }>>;

/** `people` make visits. `everybody` also contains one who is in all chats, and one who is in none. */
type Cast = { streamers: Linked[]; people: Linked[]; everybody: Linked[] };

async function createCast(): Promise<Cast> {
  const streamers = [
    await createStreamer(portal),
    await createStreamer(portal),
    await createStreamer(portal),
  ];
  const viewers = [];
  for (let count = 0; count < 8; count += 1) viewers.push(await createViewer(portal));
  const [everywhere, nowhere, ...others] = viewers;
  if (!everywhere || !nowhere) throw new Error('There are no viewers.');
  for (const { twitchUser } of streamers) world.stop(twitchUser.id);
  // More than a page, so that its list has cursors.
  world.joinChat(idOf(streamers[0]), ...strangers(1050));
  for (const streamer of streamers) world.joinChat(idOf(streamer), everywhere.twitchUser.id);
  // One streamer watches, too, in their own chat as well.
  const people = [...others, ...streamers.slice(1, 2)];
  return { streamers, people, everybody: [...others, ...streamers, everywhere, nowhere] };
}

function idOf(linked: Linked | undefined): string {
  if (!linked) throw new Error('There is nobody with this number.');
  return linked.twitchUser.id;
}

function carryOut({ streamers, people }: Cast, change: Change): void {
  const streamer = idOf(streamers[change.streamer]);
  switch (change.kind) {
    case 'starts':
    case 'returns':
      world.goLive(streamer, { gameId: GAME_ID });
      return;
    case 'leaves category':
      world.goLive(streamer, { gameId: '1' });
      return;
    case 'stops':
      world.stop(streamer);
      return;
    case 'joins':
      world.joinChat(streamer, idOf(people[change.person]));
      return;
    case 'leaves':
      world.leaveChat(streamer, idOf(people[change.person]));
  }
}

/** Writes down who is really there, as the simulated Twitch knows it itself. */
function recordTruth({ streamers }: Cast, ledger: Ledger, minute: number, lag: number): void {
  const live = streamers.map(idOf).filter((id) => world.streamOf(id)?.gameId === GAME_ID);
  for (const [{ twitchUser }, minutes] of ledger) {
    const watches = live.some((id) => id !== twitchUser.id && world.chattersOf(id).includes(twitchUser.id));
    const isThere = { viewer: watches, streamer: live.includes(twitchUser.id) };
    for (const kind of KINDS) {
      if (!isThere[kind]) continue;
      minutes[kind].real.add(minute);
      minutes[kind].shown.add(minute + lag);
    }
  }
}

/** Begins an outage, in its first minute or a later one. */
function begin(kind: OutageKind, { everybody }: Cast, isFirst: boolean): void {
  const some = new Set(everybody.filter(() => chance.from(0, 1) === 0).map(idOf));
  const who = chance.pick([() => true, (id: string) => some.has(id)]);
  const fault = chance.pick(['500', '503', 'cut', 'garbled'] as const);
  switch (kind) {
    case 'missing-streams':
    case 'untyped-streams':
    case 'short-chats':
      misbehaviour.plan({ kind, who });
      return;
    case 'blank-users':
      // For one minute: who is nobody for longer counts as absent.
      if (isFirst) misbehaviour.plan({ kind, who });
      return;
    case 'refused-cursors':
      misbehaviour.plan({ kind, times: chance.pick([1, Number.POSITIVE_INFINITY]) });
      return;
    case 'faulty-streams':
      faults.plan({ endpoint: 'streams', fault });
      return;
    case 'faulty-chats':
      faults.plan({
        endpoint: 'chatters',
        fault,
        when: ({ query }) => who(query.get('broadcaster_id') ?? ''),
      });
      return;
    case 'portal-stopped':
  }
}

/** What costs nobody a minute: cursors that lead nowhere, and tokens that end or stay the same. */
function bother({ streamers }: Cast, met: Set<string>): void {
  const streamer = idOf(chance.pick(streamers));
  const plan = (planned: PlannedMisbehaviour) => {
    met.add(planned.kind);
    misbehaviour.plan(planned);
  };
  switch (chance.from(0, 59)) {
    case 0:
      return plan({ kind: 'stray-cursors' });
    case 1:
      plan({ kind: 'kept-refresh-tokens' });
      return grants.expire(streamer);
    case 2: {
      plan({ kind: 'kept-grants' });
      const access = grants.ofUser(streamer)[0]?.access.at(-1);
      if (access) grants.revoke(access.token);
      return;
    }
    case 3:
      return grants.expireAppTokens();
    default:
  }
}

type Minute = {
  minute: number;
  lag: number;
  changes: Change[];
  outage?: Outage | undefined;
  isSampled?: boolean;
};
/** What has happened so far: `met` are the kinds of misbehaviour and outages. */
type Week = { ledger: Ledger; met: Set<string> };

async function passEvening(evening: Evening, cast: Cast, week: Week): Promise<void> {
  const { from, to, lag } = evening;
  const [streamers, people] = [cast.streamers.length, cast.people.length];
  const changes = [
    ...planStreams(evening, streamers, chance),
    ...planVisits(evening, { people, streamers }, chance),
  ];
  const outages = planOutages(evening, changes, chance);
  for (let minute = from; minute <= to + lag; minute += 1)
    await passMinute(cast, week, {
      minute,
      lag,
      changes: changes.filter((change) => change.minute === minute),
      outage: outages.find((one) => one.from <= minute && minute < one.from + one.length),
    });
}

/** Up to an evening. Minutes far from any, in which nothing changes, are sampled now and then. */
async function passDay(from: number, evening: Evening, cast: Cast, week: Week): Promise<void> {
  for (let minute = from; minute < evening.from; minute += 1) {
    const isFar = minute > from + FAR_MINUTES && minute < evening.from - FAR_MINUTES;
    const isSampled = !isFar || minute % FAR_SAMPLES_EVERY === 0;
    await passMinute(cast, week, { minute, lag: 0, changes: [], isSampled });
  }
}

async function passMinute(cast: Cast, { ledger, met }: Week, passing: Minute): Promise<void> {
  const { minute, lag, changes, outage, isSampled = true } = passing;
  clock.advance(60_000);
  for (const change of changes) carryOut(cast, change);
  recordTruth(cast, ledger, minute, lag);
  if (lag > 0) planLate(lag, met);
  bother(cast, met);
  for (const kind of new Set(outage?.kinds)) {
    met.add(kind);
    begin(kind, cast, outage?.from === minute);
  }
  if (isSampled && !outage?.kinds.includes('portal-stopped')) await sampleAt(portal, minute);
  misbehaviour.endAll();
  faults.endAll();
}

function planLate(lag: number, met: Set<string>): void {
  for (const kind of ['late-streams', 'late-chats'] as const) {
    met.add(kind);
    misbehaviour.plan({ kind, lagSeconds: lag * 60 });
  }
}

/** Days on which somebody's minutes differ by more than one, or contain one in which Twitch never showed them. */
async function findWrongDays(ledger: Ledger): Promise<object[]> {
  const wrong: object[] = [];
  for (const [index, [person, kinds]] of [...ledger].entries())
    for (const kind of KINDS) {
      const { total, minutes } = await minutesOf(portal, person, kind);
      const { real, shown } = kinds[kind];
      if (total !== minutes.length) wrong.push({ index, kind, total, minutes: minutes.length });
      for (let day = 0; day <= 7; day += 1) {
        const isToday = (minute: number) => Math.floor((minute - monday) / 1440) === day;
        const credited = minutes.filter(isToday);
        const missed = Math.min(CAP, [...real].filter(isToday).length) - credited.length;
        const absent = credited.filter((minute) => !shown.has(minute));
        if (missed < 0 || missed > 1 || absent.length > 0)
          wrong.push({ index, kind, day, credited: credited.length, missed, absent });
      }
    }
  return wrong;
}

const noMinutes = () => ({ real: new Set<number>(), shown: new Set<number>() });

test('a week with every misbehaviour credits the minutes that people were there, within one a day', async () => {
  await setSeasons(portal, { from: monday });
  const cast = await createCast();
  const ledger: Ledger = new Map(
    cast.everybody.map((person) => [person, { viewer: noMinutes(), streamer: noMinutes() }]),
  );
  const week: Week = { ledger, met: new Set() };
  let minute = monday;
  for (const evening of planEvenings(monday, chance)) {
    await passDay(minute, evening, cast, week);
    await passEvening(evening, cast, week);
    minute = evening.to + evening.lag + 1;
  }
  const kinds = new Set([...MISBEHAVIOURS, ...OUTAGES]);
  expect(week.met, `seed ${SEED}`).toEqual(kinds);
  expect(await findWrongDays(ledger), `seed ${SEED}`).toEqual([]);
  const { rows } = await portal.parts.db.execute<{ state: string }>(
    sql`select distinct state from drop_samples order by state`,
  );
  expect(rows.map(({ state }) => state)).toEqual(['failed', 'ok', 'partial']);
}, 600_000);
