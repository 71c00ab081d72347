import type { Row } from './rows.ts';
import { after, DAY, dayOf, HOUR, MINUTE, minuteOf } from './times.ts';
import type { CatalogueReward, Player, World } from './world.ts';

type Kind = 'viewer' | 'streamer';

/** One stretch of a stream, in minutes since 1970; the second bound is excluded. */
type Stream = { channel: Streamer; from: number; to: number };

export type Linked = { player: Player; twitchUserId: string; login: string; linkedAt: Date };

export type Streamer = Linked & {
  decision: 'approved' | 'pending' | 'rejected';
  title: string;
  isLive: boolean;
};

export type Claim = { player: Player; reward: CatalogueReward; at: Date };

type Minutes = { accountId: number; kind: Kind; minute: number; channelId: number };

export type Drops = {
  linked: Linked[];
  streamers: Streamer[];
  /** Live channel → who is in its chat; ids of accounts. */
  chats: Map<number, number[]>;
  minutes: Minutes[];
  totals: Row[];
  claims: Claim[];
};

export const SEASON_DAYS = 24;
export const MINUTES_CAP = 240;
/** Minutes are kept this long. */
const KEPT_DAYS = 3;
const LINKED = 72;
const TITLES = [
  'Emberdeep, deeper than ever',
  'First steps in Harrowgate, come and ask',
  'Lanternfall until the lanterns go out',
  'Guild night: the Grey Stag',
  'Level 60 or bust',
  'Crafting, calm and tea',
  'Duskblade from zero',
  'A quiet evening in the deep',
  'Speedrun practice',
];
const DECISIONS = [...Array<'approved'>(6).fill('approved'), 'pending', 'pending', 'rejected'] as const;
const LIVE = 3;

/** The running season: who is linked, who streams, who watches now and who did. */
export function createDrops(world: World): Drops {
  const { random, now, players } = world;
  const able = players.filter(
    ({ isConfirmed, registeredAt }) => isConfirmed && registeredAt < after(now, -SEASON_DAYS * DAY),
  );
  const [known, ...others] = able.toSorted((one, other) => other.loyalty - one.loyalty || one.id - other.id);
  const first = players[0] ?? known;
  const chosen = [first, ...[known, ...others].filter((player) => player !== first)].filter(
    (player) => player !== undefined,
  );
  const linked = chosen.slice(0, LINKED).map((player) => ({
    player,
    twitchUserId: String(51_000_000 + player.id),
    login: player.userName
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, '')
      .padEnd(4, '0'),
    linkedAt: after(now, -random.int(SEASON_DAYS - 4, SEASON_DAYS) * DAY),
  }));
  // The first one watches.
  const streamers = linked.slice(1, 1 + DECISIONS.length).map((link, place) => ({
    ...link,
    decision: DECISIONS[place] ?? 'pending',
    title: TITLES[place] ?? 'Agaia',
    isLive: place < LIVE,
  }));
  const viewers = linked.filter((link) => !streamers.some(({ player }) => player === link.player));
  const { minutes, chats } = createMinutes(world, { viewers, streamers });
  const totals = createTotals(world, { viewers, streamers, minutes });
  return { linked, streamers, chats, minutes, totals, claims: createClaims(world, { linked, totals }) };
}

function createMinutes(
  { random, now }: World,
  { viewers, streamers }: { viewers: Linked[]; streamers: Streamer[] },
): Pick<Drops, 'minutes' | 'chats'> {
  const approved = streamers.filter(({ decision }) => decision === 'approved');
  const streams = approved.flatMap((channel) => streamsOf({ random, now }, channel));
  const counted = createCounter();
  const chats = new Map<number, number[]>();
  for (const { channel, from, to } of streams)
    for (let minute = from; minute < to; minute += 1)
      counted.add({ accountId: channel.player.id, kind: 'streamer', minute, channelId: channel.player.id });
  for (const viewer of viewers) {
    // The first one watches right now.
    const isFirst = viewer === viewers[0];
    const favourite = isFirst ? approved[0] : random.pickEarly(approved);
    for (const { channel, from, to } of streams.filter((stream) => stream.channel === favourite)) {
      const isLive = to === minuteOf(now);
      if (!isFirst && !random.chance(isLive ? 0.8 : 0.25 + 0.6 * viewer.player.loyalty)) continue;
      const joined = from + random.int(0, Math.floor((to - from) / 2));
      const left = isLive ? to : to - random.int(0, Math.floor((to - joined) / 2));
      for (let minute = joined; minute < left; minute += 1)
        counted.add({ accountId: viewer.player.id, kind: 'viewer', minute, channelId: channel.player.id });
      const chat = chats.get(channel.player.id) ?? [];
      if (isLive) chats.set(channel.player.id, [...chat, viewer.player.id]);
    }
  }
  return { minutes: counted.list(), chats };
}

/** The evenings of the last days, and what is on now. */
function streamsOf({ random, now }: Pick<World, 'random' | 'now'>, channel: Streamer): Stream[] {
  const evenings = Array.from({ length: KEPT_DAYS - 1 }, (_, day) => {
    const midnight = new Date(`${dayOf(after(now, -(day + 1) * DAY))}T00:00:00Z`);
    const from = minuteOf(after(midnight, 17 * HOUR + random.int(0, 90) * MINUTE));
    return { channel, from, to: from + random.int(80, 220) };
  }).filter(({ from }) => from > minuteOf(after(now, -KEPT_DAYS * DAY)));
  const last = minuteOf(now);
  return channel.isLive ? [...evenings, { channel, from: last - random.int(50, 100), to: last }] : evenings;
}

/** A minute counts once, and so many in a day. */
function createCounter() {
  const minutes = new Map<string, Minutes>();
  const days = new Map<string, number>();
  return {
    add: (added: Minutes): void => {
      const { accountId, kind, minute } = added;
      const key = `${accountId} ${kind} ${minute}`;
      const day = `${accountId} ${kind} ${dayOf(new Date(minute * MINUTE))}`;
      const used = days.get(day) ?? 0;
      if (minutes.has(key) || used >= MINUTES_CAP) return;
      minutes.set(key, added);
      days.set(day, used + 1);
    },
    list: () => [...minutes.values()],
  };
}

/** The sums of the season so far: the minutes of the last days, and those of the weeks before. */
function createTotals(
  { random, seasonId, players }: World,
  { viewers, streamers, minutes }: { viewers: Linked[]; streamers: Streamer[]; minutes: Minutes[] },
): Row[] {
  const kinds = [
    ...viewers.map(({ player }) => ({ player, kind: 'viewer' as const })),
    ...streamers
      .filter(({ decision }) => decision === 'approved')
      .map(({ player }) => ({ player, kind: 'streamer' as const })),
  ];
  return kinds.map(({ player, kind }) => {
    const own = minutes.filter((counted) => counted.accountId === player.id && counted.kind === kind);
    const days = own.map(({ minute }) => dayOf(new Date(minute * MINUTE)));
    const newest = days.toSorted().at(-1);
    const share = player === players[0] ? 0.2 : player.loyalty * (0.4 + random.next());
    const earlier = Math.round((SEASON_DAYS - KEPT_DAYS) * 45 * share);
    return {
      account_id: player.id,
      kind,
      season_id: seasonId,
      minutes: own.length + earlier,
      adjusted: 0,
      day: newest ?? null,
      day_minutes: days.filter((day) => day === newest).length,
    };
  });
}

/** Most claim at once what they have earned; the first player has something left to claim. */
function createClaims(
  { random, now, rewards, players }: World,
  { linked, totals }: { linked: Linked[]; totals: Row[] },
): Claim[] {
  return totals.flatMap(({ account_id, kind, minutes }) => {
    const player = linked.find((link) => link.player.id === account_id)?.player;
    if (!player) return [];
    const earned = rewards.filter(
      ({ type, requiredMinutes }) => type === kind && requiredMinutes <= Number(minutes),
    );
    const claimed = player === players[0] ? earned.slice(0, 1) : earned.filter(() => random.chance(0.8));
    return claimed.map((reward) => ({ player, reward, at: after(now, -random.int(HOUR, 18 * DAY)) }));
  });
}

/** The samples of the last days: now and then Twitch answered in part. */
export function dropSampleRows({ random, now }: World, { minutes }: Drops): Row[] {
  const streams = new Map<number, number>();
  const chatters = new Map<number, number>();
  for (const { kind, minute } of minutes) {
    const counts = kind === 'streamer' ? streams : chatters;
    counts.set(minute, (counts.get(minute) ?? 0) + 1);
  }
  const last = minuteOf(now);
  return Array.from({ length: (KEPT_DAYS * DAY) / MINUTE }, (_, place) => last - 1 - place).map((minute) => {
    const [live, watching] = [streams.get(minute) ?? 0, chatters.get(minute) ?? 0];
    const isPartial = live > 1 && random.chance(0.004);
    const at = new Date(minute * MINUTE);
    return {
      minute,
      state: isPartial ? 'partial' : 'ok',
      streams: live,
      failed_streams: isPartial ? 1 : 0,
      unknown_streams: 0,
      chatters: watching,
      credited: live + watching,
      detail: isPartial ? 'Twitch answered with status 503.' : null,
      started_at: after(at, 200),
      finished_at: after(at, 900),
    };
  });
}
