import type { Drops, Linked, Streamer } from './drops.ts';
import type { Row } from './rows.ts';
import { after, DAY, dayOf, HOUR, MINUTE, minuteOf } from './times.ts';
import type { World } from './world.ts';

const ACCESS_HOURS = 4;

/** The people of the demo at the simulated Twitch. */
export type TwitchPeople = {
  users: { id: string; login: string; displayName: string; createdAt: string }[];
  streams: { userId: string; title: string; startedAt: string }[];
  /** Twitch id of a live channel → those of its chat. */
  chats: Record<string, string[]>;
  grants: { userId: string; accessToken: string; refreshToken: string; expiresAtMs: number }[];
};

/** Encrypts a token of an account. */
export type SealToken = (token: string, accountId: number) => { keyId: string; sealed: Buffer };

export type TwitchRows = { people: TwitchPeople; rows: Record<string, Row[]> };

/** What the simulated Twitch knows, and the rows that go with it. */
export function createTwitch(world: World, drops: Drops, seal: SealToken): TwitchRows {
  const { random, now } = world;
  const { linked, streamers } = drops;
  const tokens = new Map(
    streamers.map(({ twitchUserId }) => [twitchUserId, { access: random.hex(30), refresh: random.hex(50) }]),
  );
  return {
    people: peopleOf(world, drops, tokens),
    rows: {
      twitch_links: linked.map((link) => linkRow(link, now)),
      twitch_streamers: streamers.map((streamer, place) =>
        streamerRow(streamer, { now, place, tokens: tokens.get(streamer.twitchUserId), seal }),
      ),
      drop_channels: streamers
        .filter(({ decision }) => decision === 'approved')
        .map((streamer) =>
          channelRow(streamer, { now, viewers: drops.chats.get(streamer.player.id)?.length ?? 0 }),
        ),
      drop_rule_failures: linked.slice(-3).map(({ player }, place) => ({
        season_id: world.seasonId,
        account_id: player.id,
        rule: place === 0 ? 'twitch_age' : 'address',
        minutes: 12 + place * 31,
        last_minute: minuteOf(now) - 300 - place * 900,
        last_at: after(now, -(300 + place * 900) * MINUTE),
      })),
    },
  };
}

type Tokens = { access: string; refresh: string };

function peopleOf(
  { now }: World,
  { linked, streamers, chats }: Drops,
  tokens: Map<string, Tokens>,
): TwitchPeople {
  const ids = new Map(linked.map(({ player, twitchUserId }) => [player.id, twitchUserId]));
  const live = streamers.filter(({ isLive }) => isLive);
  return {
    users: linked.map(({ twitchUserId, login, player, linkedAt }) => ({
      id: twitchUserId,
      login,
      displayName: player.userName.replaceAll(/[^A-Za-z0-9]/g, ''),
      createdAt: after(linkedAt, -400 * DAY).toISOString(),
    })),
    streams: live.map(({ twitchUserId, title }) => ({
      userId: twitchUserId,
      title,
      startedAt: after(now, -100 * MINUTE).toISOString(),
    })),
    chats: Object.fromEntries(
      live.map(({ player, twitchUserId }) => [
        twitchUserId,
        (chats.get(player.id) ?? []).flatMap((accountId) => ids.get(accountId) ?? []),
      ]),
    ),
    grants: streamers
      .filter(({ decision }) => decision !== 'rejected')
      .flatMap(({ twitchUserId }) => {
        const own = tokens.get(twitchUserId);
        const expiresAtMs = after(now, ACCESS_HOURS * HOUR).getTime();
        return own
          ? [{ userId: twitchUserId, accessToken: own.access, refreshToken: own.refresh, expiresAtMs }]
          : [];
      }),
  };
}

function linkRow({ player, twitchUserId, login, linkedAt }: Linked, now: Date): Row {
  const created = player.id % 29 === 0 ? after(now, -2 * DAY) : after(linkedAt, -400 * DAY);
  return {
    account_id: player.id,
    twitch_user_id: twitchUserId,
    login,
    display_name: player.userName.replaceAll(/[^A-Za-z0-9]/g, ''),
    linked_at: linkedAt,
    twitch_created_at: created,
  };
}

function streamerRow(
  { player, decision }: Streamer,
  { now, place, tokens, seal }: { now: Date; place: number; tokens: Tokens | undefined; seal: SealToken },
): Row {
  const isRejected = decision === 'rejected';
  const sealed = (token = '') => seal(token, player.id);
  const { keyId, sealed: access } = sealed(tokens?.access);
  const requested = after(now, -(decision === 'pending' ? 2 + place : 20 * 24) * HOUR);
  return {
    account_id: player.id,
    decision,
    needs_new_link: isRejected,
    key_id: keyId,
    access_token: isRejected ? null : `\\x${access.toString('hex')}`,
    refresh_token: isRejected ? null : `\\x${sealed(tokens?.refresh).sealed.toString('hex')}`,
    expires_at: after(now, ACCESS_HOURS * HOUR),
    validated_at: now,
    validation_tried_at: now,
    refreshed_until: '-infinity',
    link_mailed_at: isRejected ? now : null,
    requested_at: requested,
    decided_at: decision === 'pending' ? null : after(requested, 5 * HOUR),
    revision: decision === 'pending' ? 1 : 2,
  };
}

function channelRow(
  { player, isLive, title }: Streamer,
  { now, viewers }: { now: Date; viewers: number },
): Row {
  return {
    account_id: player.id,
    is_live: isLive,
    is_eligible: isLive,
    stream_started_at: isLive ? after(now, -100 * MINUTE) : null,
    seen_minute: minuteOf(now) - 1,
    observed_minute: minuteOf(now) - 1,
    title: isLive ? title : '',
    viewers: isLive ? viewers : 0,
  };
}

/** Seasons around the running one. */
export function seasonOf(now: Date) {
  const midnight = (days: number) => new Date(`${dayOf(after(now, days * DAY))}T15:00:00Z`);
  return {
    before: { startsAt: midnight(-95), endsAt: midnight(-40), claimUntil: midnight(-33) },
    running: { startsAt: midnight(-25), endsAt: midnight(21), claimUntil: midnight(35) },
  };
}
