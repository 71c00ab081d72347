import { sql } from 'drizzle-orm';
import type { AlertCondition } from '#platform/alerts/alert-condition.ts';
import { isRunning } from './seasons.queries.ts';

const SILENT_MINUTES = 5;
const NAMED_CHANNELS = 5;

/** So many of the last thirty samples must have failed at least in part before it is reported. */
const MANY_FAILING = 10;

export const DROP_ALERTS: AlertCondition[] = [
  {
    name: 'drops_not_sampled',
    title: 'Drops not counted',
    // Where nothing was sampled for a day, drops are switched off.
    count: sql`(
      select coalesce(max(silent), 0) from (
        select floor(extract(epoch from now() - greatest(starts_at, (
          select finished_at from drop_samples where state in ('ok', 'partial') order by minute desc limit 1))) / 60)::int as silent
        from twitch_seasons
        where ${isRunning}
          and (select started_at from drop_samples order by minute desc limit 1) > now() - interval '1 day'
      ) season where silent >= ${SILENT_MINUTES}::int)`,
    describe: (count) =>
      `Drops haven't been sampled for ${count === 1 ? '1 minute' : `${count} minutes`}, so nobody earns any.`,
    advice:
      "Health at Admin → Twitch Drops has the reason of each failed minute. Check whether Twitch is down (status.twitch.com) and whether TWITCH_CLIENT_ID and TWITCH_CLIENT_SECRET are still valid, and look in the worker's log. Gaps of up to three minutes are made up for; correct longer ones by hand.",
    page: 'twitchDrops',
    clearAfterMinutes: 2,
  },
  {
    name: 'drop_minutes_failing',
    title: 'Drops partly not counted',
    count: sql`(
      select case when count(*) >= ${MANY_FAILING}::int then count(*) else 0 end from (
        select state, started_at from drop_samples order by minute desc limit 30
      ) newest where state in ('partial', 'failed') and started_at > now() - interval '35 minutes')`,
    detail: sql`(
      select string_agg(login, ', ') from (
        select l.login from drop_channels c join twitch_links l on l.account_id = c.account_id
        where c.is_eligible and c.failure is not null and c.seen_minute > (select max(minute) - 30 from drop_samples)
        order by c.seen_minute desc, c.account_id limit ${NAMED_CHANNELS}
      ) broken)`,
    describe: (count, detail) =>
      `${count === 1 ? '1 of the last 30 minutes of drops was' : `${count} of the last 30 minutes of drops were`} sampled in part or not at all${detail === null ? '.' : `; chats that can't be read: ${detail}.`}`,
    advice:
      'Health at Admin → Twitch Drops shows what failed, by minute and by channel. A single channel is usually a permission that its streamer withdrew: ask them to link again. Many channels at once are usually Twitch.',
    page: 'twitchDrops',
  },
  {
    name: 'streamers_waiting',
    title: 'Streamers to approve',
    count: sql`(select count(*) from twitch_streamers where decision = 'pending')`,
    describe: (count) =>
      count === 1 ? '1 streamer waits for approval.' : `${count} streamers wait for approval.`,
    advice:
      'Approve or reject them at Admin → Twitch Drops → Streamers. Nothing counts in their channels until then.',
    page: 'twitchDrops',
    raiseAfterMinutes: 60,
  },
  {
    name: 'streamers_need_new_link',
    title: 'Streamers must link again',
    count: sql`(select count(*) from twitch_streamers where needs_new_link and decision <> 'rejected')`,
    detail: sql`(
      select string_agg(login, ', ') from (
        select l.login from twitch_streamers s join twitch_links l on l.account_id = s.account_id
        where s.needs_new_link and s.decision <> 'rejected' order by s.account_id limit ${NAMED_CHANNELS}
      ) lost)`,
    describe: (count, detail) =>
      `${count === 1 ? '1 streamer has' : `${count} streamers have`} to link Twitch again${detail === null ? '.' : `: ${detail}${count > NAMED_CHANNELS ? ' and others' : ''}.`}`,
    advice:
      "Twitch has ended the permission to read their chats, so their viewers' minutes don't count. They got a mail; ask those who don't react.",
    page: 'twitchDrops',
    raiseAfterMinutes: 60,
  },
];
