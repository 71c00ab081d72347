import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createStaff, until } from '#test/account-journeys.ts';
import {
  createAudience,
  createStreamer,
  linkThroughTwitch,
  minutesOf,
  sampleAt,
  useDropsPortal,
} from '#test/drop-journeys.ts';
import { expireTokens, refusedAgo, tokenStateOf } from '#test/streamer-tokens.ts';
import { workOnDrops } from '#features/drops/drops.jobs.ts';
import { mailStreamersToLink } from '#features/twitch-links/link-again.service.ts';
import { revokeRejected } from '#features/twitch-links/revocations.service.ts';
import { getAccessToken } from '#features/twitch-links/access-tokens.ts';

const { portal, first } = await useDropsPortal();
const staff = await createStaff(portal, ['twitchDrops']);
const { grants, faults, misbehaviour } = portal.twitch.simulator;
await workOnDrops(portal.parts);

type Account = { id: number };

const tokenCalls = () => portal.twitch.callsTo('/token').length;

async function mailsTo({ id }: Account): Promise<string[]> {
  await mailStreamersToLink(portal.parts);
  const { rows } = await portal.parts.db.execute<{ kind: string }>(
    sql`select kind from mails where account_id = ${id} and kind <> 'confirm-email'`,
  );
  return rows.map(({ kind }) => kind);
}

async function keptTokens({ id }: Account): Promise<boolean> {
  const { rows } = await portal.parts.db.execute(sql`
    select from twitch_streamers where account_id = ${id} and (access_token is not null or refresh_token is not null)
    union all select from twitch_revocations where account_id = ${id}`);
  return rows.length > 0;
}

type Streamer = Awaited<ReturnType<typeof createStreamer>>;

const decide = ({ id, twitchUser }: Streamer, decision: 'approve' | 'reject') =>
  portal.call('POST', `/admin/twitch/streamers/${id}`, {
    token: staff.token,
    body: { decision, twitchId: twitchUser.id },
  });

describe('4. a refused refresh', () => {
  test('is tried again after ten minutes, not before, and the link stays', async () => {
    const streamer = await createStreamer(portal);
    await expireTokens(portal, streamer.id);
    faults.plan({ endpoint: 'token', fault: '400', times: 1 });
    const asked = tokenCalls();
    for (let attempt = 0; attempt < 3; attempt += 1)
      await expect(getAccessToken(portal.drops, streamer.id)).rejects.toThrow('ten minutes');
    expect(tokenCalls()).toBe(asked + 1);
    expect(await tokenStateOf(portal, streamer.id)).toMatchObject({ needs_new_link: false });
    await refusedAgo(portal, streamer.id, 11);
    await expect(getAccessToken(portal.drops, streamer.id)).resolves.toEqual(expect.any(String));
    expect(await mailsTo(streamer)).toEqual([]);
  });

  test('ends no link while Twitch still accepts the access token', async () => {
    const streamer = await createStreamer(portal);
    await expireTokens(portal, streamer.id);
    faults.plan({ endpoint: 'token', fault: '400' });
    await refusedAgo(portal, streamer.id, 11);
    expect(await getAccessToken(portal.drops, streamer.id)).toBe(streamer.tokens.accessToken);
    expect(await tokenStateOf(portal, streamer.id)).toMatchObject({ needs_new_link: false });
    // As long as that works, refreshing is tried every ten minutes.
    const asked = tokenCalls();
    await expect(getAccessToken(portal.drops, streamer.id)).rejects.toThrow('ten minutes');
    expect(tokenCalls()).toBe(asked);
  });

  test('ends no link while Twitch does not validate either', async () => {
    const streamer = await createStreamer(portal);
    grants.disconnect(streamer.twitchUser.id);
    await expireTokens(portal, streamer.id);
    await refusedAgo(portal, streamer.id, 11);
    faults.plan({ endpoint: 'validate', fault: '503' });
    await expect(getAccessToken(portal.drops, streamer.id)).rejects.toThrow('503');
    expect(await tokenStateOf(portal, streamer.id)).toMatchObject({ needs_new_link: false });
  });

  test('twice, with a refused token, ends the link; the streamer gets one mail', async () => {
    const streamer = await createStreamer(portal);
    grants.disconnect(streamer.twitchUser.id);
    await expireTokens(portal, streamer.id);
    await refusedAgo(portal, streamer.id, 11);
    const ended = await Promise.allSettled(
      Array.from({ length: 8 }, () => getAccessToken(portal.drops, streamer.id)),
    );
    for (const outcome of ended)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'NeedsNewLink' } });
    expect(await tokenStateOf(portal, streamer.id)).toEqual({ needs_new_link: true, decision: 'approved' });
    await Promise.all(Array.from({ length: 4 }, () => mailStreamersToLink(portal.parts)));
    expect(await mailsTo(streamer)).toEqual(['link-twitch-again']);
    await linkThroughTwitch(portal, streamer, { as: streamer.twitchUser.id, purpose: 'streamer' });
    expect(await tokenStateOf(portal, streamer.id)).toMatchObject({ needs_new_link: false });
  });

  test('is not needed where Twitch keeps refresh tokens as they are', async () => {
    const streamer = await createStreamer(portal);
    misbehaviour.plan({ kind: 'kept-refresh-tokens' });
    for (let round = 0; round < 3; round += 1) {
      await expireTokens(portal, streamer.id);
      await expect(getAccessToken(portal.drops, streamer.id)).resolves.toEqual(expect.any(String));
    }
  });
});

const stop = ({ token }: { token: string }) => portal.call('DELETE', '/auth/twitch/streamer', { token });
const streamerOf = async ({ token }: { token: string }) =>
  (await portal.call('GET', '/user/twitch', { token })).json().link.streamer;

describe("4. 'Stop streaming'", () => {
  test('keeps link and minutes, and ends our access', async () => {
    const { streamer, viewer } = await createAudience(portal);
    misbehaviour.plan({ kind: 'kept-grants' });
    await sampleAt(portal, first);
    expect((await stop(streamer)).statusCode).toBe(200);
    expect(await streamerOf(streamer)).toBe('none');
    await sampleAt(portal, first + 1);
    expect(await minutesOf(portal, streamer, 'streamer')).toEqual({ total: 1, minutes: [first] });
    expect((await minutesOf(portal, viewer)).total).toBe(1);
    await until(async () => !(await keptTokens(streamer)));
    expect(grants.find(streamer.tokens.accessToken)).toBeUndefined();
  });

  test('happens once for concurrent requests, and is refused to others', async () => {
    const { streamer, viewer } = await createAudience(portal);
    const answers = await Promise.all(Array.from({ length: 6 }, () => stop(streamer)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([
      200, 409, 409, 409, 409, 409,
    ]);
    expect((await stop(viewer)).json().message).toBe("You don't earn by streaming.");
    expect((await portal.call('DELETE', '/auth/twitch/streamer')).statusCode).toBe(401);
  });

  test('and applying again asks staff again, but not after a rejection', async () => {
    const streamer = await createStreamer(portal);
    await stop(streamer);
    await linkThroughTwitch(portal, streamer, { as: streamer.twitchUser.id, purpose: 'streamer' });
    expect(await streamerOf(streamer)).toBe('pending');
    await decide(streamer, 'reject');
    expect((await stop(streamer)).statusCode).toBe(409);
    expect(await streamerOf(streamer)).toBe('rejected');
  });
});

describe('4. tokens of rejected streamers', () => {
  test('are revoked at Twitch and not kept, also when they link again', async () => {
    const streamer = await createStreamer(portal);
    expect((await decide(streamer, 'reject')).statusCode).toBe(200);
    await until(async () => !(await keptTokens(streamer)));
    expect(grants.find(streamer.tokens.accessToken)).toBeUndefined();
    await linkThroughTwitch(portal, streamer, { as: streamer.twitchUser.id, purpose: 'streamer' });
    expect(await keptTokens(streamer)).toBe(false);
    await until(async () => grants.ofUser(streamer.twitchUser.id).length === 0);
  });

  test('from before are revoked later, and approval asks for a new link by mail', async () => {
    const streamer = await createStreamer(portal);
    await portal.parts.db.execute(
      sql`update twitch_streamers set decision = 'rejected' where account_id = ${streamer.id}`,
    );
    await Promise.all(Array.from({ length: 4 }, () => revokeRejected(portal.parts)));
    await until(async () => !(await keptTokens(streamer)));
    expect(grants.find(streamer.tokens.accessToken)).toBeUndefined();
    expect(await mailsTo(streamer)).toEqual([]);
    expect((await decide(streamer, 'approve')).json()).toMatchObject({ state: 'needs_new_link' });
    expect(await mailsTo(streamer)).toEqual(['link-twitch-again']);
  });
});
