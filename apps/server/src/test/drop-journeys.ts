import { sql } from 'drizzle-orm';
import { afterAll, beforeEach } from 'vitest';
import type { EnabledTwitch } from '#features/twitch-links/twitch-parts.ts';
import { twitchSeasons } from '#features/drops/drops.tables.ts';
import { insertLink, upsertStreamer } from '#features/twitch-links/links.queries.ts';
import { sealTokens } from '#features/twitch-links/links.service.ts';
import { takeSample } from '#features/drops/sampling.service.ts';
import type { IssuedTokens } from '#simulators/twitch/simulated-grants.ts';
import type { SimulatedUser } from '#simulators/twitch/simulated-world.ts';
import type { Logger } from '#platform/logging/logger.ts';
import { createPortal, createSignedInPlayer, type Player, type Portal } from './account-journeys.ts';
import { createDatabaseClock, type DatabaseClock } from './database-clock.ts';
import { noticeIn } from './notices.ts';
import { GAME_ID, startTwitchServer, type TwitchServer } from './twitch-server.ts';

export type DropsPortal = Portal & { twitch: TwitchServer; drops: EnabledTwitch };

type Options = { dailyCapMinutes?: number | undefined; log?: Logger };

/** A portal that measures by a simulated Twitch, with a season that runs. */
export async function createDropsPortal({ dailyCapMinutes, log }: Options = {}): Promise<DropsPortal> {
  const twitch = await startTwitchServer();
  const config = { twitch: twitch.config, drops: { dailyCapMinutes, tickSeconds: 60 } };
  const portal = await createPortal({ config, ...(log && { log }) });
  if (!portal.parts.twitch) throw new Error('Drops are switched off.');
  const drops = { ...portal.parts, twitch: portal.parts.twitch };
  await startSeason(portal);
  return {
    ...portal,
    twitch,
    drops,
    close: async () => {
      await twitch.close();
      // Hung answers end with the server; what they were to store needs the database.
      await drops.twitch.inFlight.finish();
      await portal.close();
    },
  };
}

/**
 * One portal for all tests of the file, each of which begins with a Twitch at rest; and a minute lately, for them to
 * sample first.
 */
export async function useDropsPortal(options?: Options): Promise<{ portal: DropsPortal; first: number }> {
  const portal = await createDropsPortal(options);
  afterAll(portal.close);
  beforeEach(() => resetTwitch(portal));
  return { portal, first: await aMinute(portal) };
}

export type ClockedDrops = {
  portal: DropsPortal;
  /** A minute that is still to come, by the clock on the wall. */
  first: number;
  /** The database's clock runs on from this second of this minute. */
  setClock: (minute: number, second: number) => Promise<void>;
  /** What another process measures with, by the clock that is set; closed when the running test ends. */
  useReplica: () => EnabledTwitch;
};

/** The same, with a clock that the tests set. */
export async function useClockedDrops(options?: Options): Promise<ClockedDrops> {
  const { portal } = await useDropsPortal(options);
  return clocked(portal, await createDatabaseClock(portal.parts.database));
}

function clocked(portal: DropsPortal, clock: DatabaseClock): ClockedDrops {
  const inAnHour = Math.floor(Date.now() / 60_000) + 60;
  // Today’s values and the minutes that follow have to be in one UTC day.
  const isLate = inAnHour % 1440 >= 1380;
  return {
    portal,
    first: isLate ? inAnHour + 60 : inAnHour,
    setClock: (minute, second) => clock.set(new Date((minute * 60 + second) * 1000)),
    useReplica: () => ({ ...portal.drops, db: clock.usePool() }),
  };
}

/** Ends what runs, and begins another season a day ago. */
async function startSeason({ parts }: Portal): Promise<void> {
  await parts.db.execute(sql`delete from drop_totals`);
  await parts.db.execute(sql`delete from twitch_seasons`);
  await parts.db.execute(
    sql`insert into twitch_seasons (name, starts_at) values ('Season', now() - interval '1 day')`,
  );
}

/** Replaces all seasons by others, which begin and end with these minutes. */
export async function setSeasons(
  { parts }: Portal,
  ...seasons: { from: number; to?: number }[]
): Promise<number[]> {
  await parts.db.execute(sql`delete from drop_totals`);
  await parts.db.execute(sql`delete from twitch_seasons`);
  const rows = await parts.db
    .insert(twitchSeasons)
    .values(
      seasons.map(({ from, to }) => ({
        name: 'Season',
        startsAt: new Date(from * 60_000),
        endsAt: to === undefined ? null : new Date(to * 60_000),
      })),
    )
    .returning({ id: twitchSeasons.id });
  return rows.map(({ id }) => id);
}

export type Linked = Player & { token: string; twitchUser: SimulatedUser };

/** A player who is linked with somebody new on Twitch. */
export async function createViewer(portal: DropsPortal): Promise<Linked> {
  const player = await createSignedInPlayer(portal);
  const twitchUser = portal.twitch.addUser();
  await link(portal, player.id, twitchUser);
  return { ...player, twitchUser };
}

/** A player who streams the game, approved. */
export async function createStreamer(portal: DropsPortal): Promise<Linked & { tokens: IssuedTokens }> {
  const player = await createSignedInPlayer(portal);
  const { tokens, ...twitchUser } = portal.twitch.addStreamer();
  await link(portal, player.id, twitchUser);
  const sealed = sealTokens(portal.drops, player.id, {
    accessToken: tokens.accessToken,
    refreshToken: tokens.refreshToken,
    expiresInSeconds: 14_000,
    scopes: [],
  });
  await portal.parts.db.transaction((tx) => upsertStreamer(tx, player.id, sealed));
  await portal.parts.db.execute(
    sql`update twitch_streamers set decision = 'approved' where account_id = ${player.id}`,
  );
  return { ...player, twitchUser, tokens };
}

async function link({ parts }: Portal, accountId: number, { id, login, displayName }: SimulatedUser) {
  await parts.db.transaction((tx) => insertLink(tx, { accountId, twitchUserId: id, login, displayName }));
}

/** Runs the OAuth flow with Twitch over the API, as a browser does; returns the message for the profile. */
export async function linkThroughTwitch(
  portal: DropsPortal,
  { token }: { token: string },
  { as: twitchUserId, purpose = 'viewer' }: { as: string; purpose?: 'viewer' | 'streamer' },
): Promise<string> {
  const begun = await portal.call('GET', `/auth/twitch/link?as=${purpose}`, { token });
  const cookie = String(begun.headers['set-cookie']).split(';')[0] ?? '';
  const { pathname, search } = await portal.twitch.visit(begun.json().url, { as: twitchUserId });
  const { headers } = await portal.app.inject({ url: `${pathname}${search}`, headers: { cookie } });
  const query = new URL(String(headers.location), 'http://portal.test').searchParams;
  return noticeIn(query);
}

/** A minute lately that nobody has sampled, early enough for an hour to follow it. */
export async function aMinute({ parts }: Portal): Promise<number> {
  const { rows } = await parts.db.execute<{ minute: number }>(
    sql`select floor(extract(epoch from now()) / 60)::int - 70 as minute`,
  );
  return rows[0]?.minute ?? 0;
}

/** Takes and samples this minute, as a tick does with its own; one that was taken before is left alone. */
export async function sampleAt(
  { parts, drops }: Pick<DropsPortal, 'parts' | 'drops'>,
  minute: number,
  stop?: AbortSignal,
): Promise<boolean> {
  const { rows } = await parts.db.execute(
    sql`insert into drop_samples (minute) values (${minute}) on conflict do nothing returning minute`,
  );
  if (rows.length === 0) return false;
  await takeSample(drops, minute, stop);
  return true;
}

export async function minutesOf(
  { parts }: Portal,
  { id }: { id: number },
  kind: 'viewer' | 'streamer' = 'viewer',
): Promise<{ total: number; minutes: number[] }> {
  const { rows } = await parts.db.execute<{ minute: number }>(
    sql`select minute from drop_minutes where account_id = ${id} and kind = ${kind} order by minute`,
  );
  const sums = await parts.db.execute<{ total: number }>(
    sql`select coalesce(sum(minutes), 0)::int as total from drop_totals where account_id = ${id} and kind = ${kind}`,
  );
  return { total: sums.rows[0]?.total ?? 0, minutes: rows.map(({ minute }) => minute) };
}

export async function sampleState({ parts }: Pick<Portal, 'parts'>, minute: number) {
  const { rows } = await parts.db.execute<{
    state: string;
    failed_streams: number;
    credited: number;
    detail: string | null;
  }>(sql`select state, failed_streams, credited, detail from drop_samples where minute = ${minute}`);
  return rows[0];
}

/** Ends every stream and fault, and forgets what was sampled: the next test begins with a Twitch at rest. */
export async function resetTwitch({ parts, twitch }: DropsPortal): Promise<void> {
  const { faults, misbehaviour, world, pages } = twitch.simulator;
  faults.endAll();
  misbehaviour.endAll();
  pages.quirk = 'none';
  for (const { userId } of world.streams()) world.stop(userId);
  await parts.db.execute('delete from drop_samples');
  await parts.db.execute('delete from drop_channels');
}

/** Ends the stream and begins another, a minute later by Twitch's clock. */
export function restartStream(
  { twitch }: DropsPortal,
  { twitchUser: { id } }: { twitchUser: { id: string } },
): void {
  const { world, clock } = twitch.simulator;
  world.stop(id);
  clock.advance(60_000);
  world.goLive(id, { gameId: GAME_ID });
}

/** The ids of so many users of Twitch whom nobody here knows. */
export const strangers = (count: number) => Array.from({ length: count }, (_, index) => `9${index}`);

/** A streamer with one viewer in the chat. */
export async function createAudience(portal: DropsPortal) {
  const streamer = await createStreamer(portal);
  const viewer = await createViewer(portal);
  portal.twitch.simulator.world.joinChat(streamer.twitchUser.id, viewer.twitchUser.id);
  return { streamer, viewer };
}

/** As the form sends it by which staff correct minutes. */
export const correctionOf = ({ id }: { id: number }) => ({
  accountDBID: id,
  kind: 'viewer',
  minutes: 30,
  reason: 'An outage',
  requestId: crypto.randomUUID(),
});
