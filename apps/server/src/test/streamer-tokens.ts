import { sql } from 'drizzle-orm';
import type { EnabledTwitch } from '#features/twitch-links/twitch-parts.ts';
import { selectStreamerTokens } from '#features/twitch-links/streamer-tokens.queries.ts';
import type { DropsPortal } from './drop-journeys.ts';

/** From now on the portal takes them to be about to expire, or to have expired. */
export async function expireTokens(
  { parts }: DropsPortal,
  accountId: number,
  { inMinutes = 0 }: { inMinutes?: number } = {},
): Promise<void> {
  await parts.db.execute(sql`
    update twitch_streamers set expires_at = now() + make_interval(mins => ${inMinutes})
    where account_id = ${accountId}`);
}

/** As if Twitch had refused to renew the tokens so long ago. */
export async function refusedAgo({ parts }: DropsPortal, accountId: number, minutes: number): Promise<void> {
  await parts.db.execute(sql`
    update twitch_streamers set refresh_refused_at = now() - make_interval(mins => ${minutes})
    where account_id = ${accountId}`);
}

/** As after Twitch has refused the tokens. */
export async function loseLink({ parts }: DropsPortal, accountId: number): Promise<void> {
  await parts.db.execute(
    sql`update twitch_streamers set needs_new_link = true where account_id = ${accountId}`,
  );
}

export async function tokenStateOf({ parts }: DropsPortal, accountId: number) {
  const { rows } = await parts.db.execute(
    sql`select needs_new_link, decision from twitch_streamers where account_id = ${accountId}`,
  );
  return rows[0];
}

/** The access token as it is stored, whatever is thought of it. */
export async function storedToken(
  { parts, drops }: DropsPortal,
  accountId: number,
  { tokens } = drops.twitch,
): Promise<string | undefined> {
  const row = await selectStreamerTokens(parts.db, accountId);
  return row && tokens.open({ keyId: row.keyId, sealed: row.accessToken }, accountId);
}

export async function isRefreshing({ parts }: DropsPortal, accountId: number): Promise<boolean> {
  const { rows } = await parts.db.execute(
    sql`select from twitch_streamers where account_id = ${accountId} and refreshed_until > now()`,
  );
  return rows.length > 0;
}

/** So many streamers who are due, those first who have waited longest. */
export async function createDueStreamers(
  portal: DropsPortal,
  count: number,
  drops: EnabledTwitch = portal.drops,
) {
  const users = Array.from({ length: count }, () => portal.twitch.addStreamer());
  const names = users.map(({ id }) => `due_${id}`);
  const { rows } = await portal.parts.db.execute<{ id: number; name: string }>(sql`
    insert into accounts (user_name, email, password_hash)
    select name, name || '@example.test', 'none' from unnest(${sql.param(names)}::text[]) as name
    returning id, user_name as name`);
  const idOf = new Map(rows.map(({ id, name }) => [name, id]));
  const streamers = users.map((user) => ({ ...user, accountId: idOf.get(`due_${user.id}`) ?? 0 }));
  const { tokens } = drops.twitch;
  const column = (value: (streamer: (typeof streamers)[number]) => unknown) =>
    sql.param(streamers.map(value));
  await portal.parts.db.execute(sql`
    insert into twitch_links (account_id, twitch_user_id, login, display_name)
    select a, t, t, t from unnest(${column(({ accountId }) => accountId)}::int[], ${column(({ id }) => id)}::text[]) as s (a, t)`);
  await portal.parts.db.execute(sql`
    insert into twitch_streamers
      (account_id, decision, key_id, access_token, refresh_token, expires_at, validated_at)
    select a, 'approved', k, x, r, now() + interval '4 hours', now() - interval '2 hours' + n * interval '1 ms'
    from unnest(
      ${column(({ accountId }) => accountId)}::int[],
      ${column(() => tokens.seal('', 0).keyId)}::text[],
      ${column(({ accountId, tokens: { accessToken } }) => tokens.seal(accessToken, accountId).sealed)}::bytea[],
      ${column(({ accountId, tokens: { refreshToken } }) => tokens.seal(refreshToken, accountId).sealed)}::bytea[]
    ) with ordinality as s (a, k, x, r, n)`);
  return streamers;
}
