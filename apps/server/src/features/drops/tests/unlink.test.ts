import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildApp } from '#app/build-app.ts';
import { createFindViewer } from '#features/sessions/sessions.queries.ts';
import { callerOf, createSignedInPlayer, createStaff, until } from '#test/account-journeys.ts';
import { captureLog } from '#test/captured-log.ts';
import {
  correctionOf,
  createDropsPortal,
  createStreamer,
  createViewer,
  type DropsPortal,
  type Linked,
  linkThroughTwitch,
} from '#test/drop-journeys.ts';
import { noticeIn } from '#test/notices.ts';
import { cleanUpDrops, workOnDrops } from '#features/drops/drops.jobs.ts';
import { revokeAccess } from '#features/twitch-links/revocations.service.ts';

const captured = captureLog();

let portal: DropsPortal;
beforeAll(async () => {
  portal = await createDropsPortal({ log: captured.log });
  await workOnDrops(portal.parts);
});
afterAll(() => portal.close());
beforeEach(() => portal.twitch.simulator.faults.endAll());

const isGranted = ({ twitchUser }: Linked) => portal.twitch.simulator.grants.ofUser(twitchUser.id).length > 0;

const unlink = ({ token }: { token: string }, call = portal.call) =>
  call('DELETE', '/auth/twitch/link', { token });

async function unlinked(linked: Linked): Promise<void> {
  const { statusCode, json } = await unlink(linked);
  expect([statusCode, json()]).toEqual([200, { message: 'Twitch unlinked successfully!' }]);
}

/** What is still kept of an account that was unlinked, whatever table it is in. */
async function keptOf({ id }: Linked) {
  const { rows } = await portal.parts.db.execute<{ kept: string }>(sql`
    select 'link' as kept from twitch_links where account_id = ${id}
    union all select 'tokens' from twitch_streamers where account_id = ${id}
    union all select 'revocation' from twitch_revocations where account_id = ${id}
    union all select 'total' from drop_totals where account_id = ${id}
    union all select 'adjustment' from drop_adjustments where account_id = ${id}
    union all select 'block' from twitch_link_blocks where account_id = ${id}`);
  return rows.map(({ kept }) => kept).toSorted();
}

const untilRevoked = (linked: Linked) =>
  until(async () => !isGranted(linked) && !(await keptOf(linked)).includes('revocation'));

type JobRow = { state: string; text: string };

/** The job that tells Twitch, in words that hold everything that is stored of it. */
async function jobOf({ id }: Linked): Promise<JobRow | undefined> {
  const { rows } = await portal.parts.db.execute<JobRow>(sql`
    select state::text as state, to_jsonb(job)::text as text
    from pgboss.job join twitch_revocations r on job.data ->> 'revocationId' = r.id::text
    where name = ${revokeAccess.name} and r.account_id = ${id}`);
  return rows[0];
}

/** Waits for a try that fails. */
const untilRetried = (linked: Linked) => until(async () => (await jobOf(linked))?.state === 'retry');

async function tryAgainNow(): Promise<void> {
  await portal.parts.db.execute(
    sql`update pgboss.job set start_after = now() where name = ${revokeAccess.name} and state = 'retry'`,
  );
}

describe('unlinking a streamer', () => {
  test('revokes the tokens at Twitch and keeps none', async () => {
    const streamer = await createStreamer(portal);
    expect(isGranted(streamer)).toBe(true);
    await unlinked(streamer);
    await untilRevoked(streamer);
    expect(await keptOf(streamer)).toEqual(['block']);
  });

  test('does not wait for Twitch, and revokes as soon as Twitch is back', async () => {
    const streamer = await createStreamer(portal);
    portal.twitch.simulator.faults.plan({ fault: '503' });
    await unlinked(streamer);
    await untilRetried(streamer);
    expect(isGranted(streamer)).toBe(true);
    expect(await keptOf(streamer)).toEqual(['block', 'revocation']);
    const stored = (await jobOf(streamer))?.text ?? '';
    expect(portal.twitch.secrets().filter((secret) => stored.includes(secret))).toEqual([]);
    const { rows } = await portal.parts.db.execute<{ access_token: Buffer; refresh_token: Buffer }>(
      sql`select access_token, refresh_token from twitch_revocations where account_id = ${streamer.id}`,
    );
    const sealed = rows.map(
      (row) => `${row.access_token.toString('latin1')}${row.refresh_token.toString('latin1')}`,
    );
    expect(portal.twitch.secrets().filter((secret) => sealed.some((text) => text.includes(secret)))).toEqual(
      [],
    );
    portal.twitch.simulator.faults.endAll();
    await tryAgainNow();
    await untilRevoked(streamer);
  });

  test('revokes despite an expired access token, with a single refresh', async () => {
    const streamer = await createStreamer(portal);
    portal.twitch.simulator.grants.expire(streamer.twitchUser.id);
    const refreshes = portal.twitch.callsTo('/token').length;
    portal.twitch.simulator.faults.plan({ endpoint: 'revoke', fault: '500', times: 1 });
    await unlinked(streamer);
    await untilRetried(streamer);
    expect(isGranted(streamer)).toBe(true);
    await tryAgainNow();
    await untilRevoked(streamer);
    expect(portal.twitch.callsTo('/token')).toHaveLength(refreshes + 1);
  });

  test('has nothing to revoke when the streamer has disconnected at Twitch', async () => {
    const streamer = await createStreamer(portal);
    portal.twitch.simulator.grants.disconnect(streamer.twitchUser.id);
    const revocations = portal.twitch.callsTo('/revoke').length;
    await unlinked(streamer);
    await untilRevoked(streamer);
    expect(portal.twitch.callsTo('/revoke')).toHaveLength(revocations);
  });

  test('keeps the permission of a new link', async () => {
    const streamer = await createStreamer(portal);
    portal.twitch.simulator.faults.plan({ fault: '503' });
    await unlinked(streamer);
    await untilRetried(streamer);
    const renewed = portal.twitch.grant(streamer.twitchUser.id, ['moderator:read:chatters']);
    portal.twitch.simulator.faults.endAll();
    await tryAgainNow();
    await until(async () => !(await keptOf(streamer)).includes('revocation'));
    const { grants } = portal.twitch.simulator;
    expect(grants.find(streamer.tokens.accessToken)).toBeUndefined();
    expect(grants.find(renewed.accessToken)).toBeDefined();
  });

  test('happens once for concurrent requests', async () => {
    const streamer = await createStreamer(portal);
    const answers = await Promise.all(Array.from({ length: 6 }, () => unlink(streamer)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 409, 409, 409, 409, 409,
    ]);
    await untilRevoked(streamer);
  });

  test('gives up a revocation that Twitch did not accept for a week', async () => {
    const streamer = await createStreamer(portal);
    portal.twitch.simulator.faults.plan({ fault: '503' });
    await unlinked(streamer);
    await portal.parts.db.execute(
      sql`update twitch_revocations set unlinked_at = now() - interval '7 days' where account_id = ${streamer.id}`,
    );
    await portal.parts.db.transaction((tx) => portal.parts.jobs.enqueue(tx, cleanUpDrops, {}));
    await until(async () => (await keptOf(streamer)).join() === 'block');
    expect(captured.text()).toContain('tokens of unlinked streamers could not be revoked');
  });
});

describe('where Twitch is switched off', () => {
  test('a player can unlink, and nothing is kept of them', async () => {
    const app = await buildApp({ ...portal.parts, twitch: undefined }, createFindViewer(portal.parts.db));
    const call = callerOf(app);
    const [viewer, streamer] = [await createViewer(portal), await createStreamer(portal)];
    for (const linked of [viewer, streamer]) {
      const { statusCode, json } = await unlink(linked, call);
      expect([statusCode, json()]).toEqual([200, { message: 'Twitch unlinked successfully!' }]);
      expect(await keptOf(linked)).toEqual([]);
    }
    expect((await unlink(viewer, call)).statusCode).toBe(409);
    const begun = await call('GET', '/auth/twitch/link', { token: viewer.token });
    expect([begun.statusCode, begun.json().message]).toEqual([
      503,
      'Twitch is not switched on for this server.',
    ]);
    await app.close();
  });
});

describe('corrections by staff', () => {
  test('are deleted with the minutes, stay in the audit log, and are not applied again when resent', async () => {
    const viewer = await createViewer(portal);
    const { token } = await createStaff(portal, ['twitchDrops']);
    const body = correctionOf(viewer);
    const adjust = () => portal.call('POST', '/admin/twitch/minutes', { token, body });
    expect((await adjust()).statusCode).toBe(200);
    expect(await keptOf(viewer)).toEqual(['adjustment', 'link', 'total']);
    await unlinked(viewer);
    expect(await keptOf(viewer)).toEqual(['block']);
    const again = await adjust();
    expect([again.statusCode, again.json().message]).toEqual([
      409,
      'This account is not linked with Twitch.',
    ]);
    expect(await keptOf(viewer)).toEqual(['block']);
    const { rows } = await portal.parts.db.execute(sql`
      select reason from audit_entries
      where kind = 'drop_minutes.adjust' and account_id = ${viewer.id}`);
    expect(rows).toEqual([{ reason: 'An outage' }]);
  });

  test('during an unlink leave nothing behind', async () => {
    const { token } = await createStaff(portal, ['twitchDrops']);
    for (let round = 0; round < 5; round += 1) {
      const viewer = await createViewer(portal);
      const adjustments = Array.from({ length: 4 }, () =>
        portal.call('POST', '/admin/twitch/minutes', { token, body: correctionOf(viewer) }),
      );
      const [unlinking, ...answers] = await Promise.all([unlink(viewer), ...adjustments]);
      expect(unlinking.statusCode).toBe(200);
      for (const { statusCode } of answers) expect([200, 409]).toContain(statusCode);
      expect(await keptOf(viewer)).toEqual(['block']);
    }
  });
});

describe('a streamer who links again', () => {
  test.each([
    ['pending', 'Our team looks at streamers before their minutes count.'],
    ['approved', 'Your channel is approved: you earn by streaming.'],
    ['rejected', 'Our team has not approved your channel, so your minutes do not count.'],
  ])('sees the staff decision: %s', async (decision, words) => {
    const { id, token, twitchUser } = await createStreamer(portal);
    await portal.parts.db.execute(
      sql`update twitch_streamers set decision = ${decision}, needs_new_link = true where account_id = ${id}`,
    );
    const begun = await portal.call('GET', '/auth/twitch/link?as=streamer', { token });
    const back = await portal.twitch.visit(begun.json().url, { as: twitchUser.id });
    const cookie = String(begun.headers['set-cookie']).split(';')[0] ?? '';
    const answer = await portal.app.inject({ url: `${back.pathname}${back.search}`, headers: { cookie } });
    const { searchParams } = new URL(String(answer.headers.location), 'http://portal.test');
    expect(noticeIn(searchParams)).toBe(`Linked with Twitch. ${words}`);
  });
});

test('a viewer’s unlink leaves nothing to revoke at Twitch', async () => {
  const viewer = await createViewer(portal);
  await unlinked(viewer);
  expect(await keptOf(viewer)).toEqual(['block']);
  expect((await unlink(await createSignedInPlayer(portal))).statusCode).toBe(409);
});

test('a block from before key names existed names its key once it is renewed', async () => {
  const viewer = await createViewer(portal);
  await unlinked(viewer);
  await portal.parts.db.execute(
    sql`update twitch_link_blocks set key_id = null where account_id = ${viewer.id}`,
  );
  await linkThroughTwitch(portal, viewer, { as: viewer.twitchUser.id });
  await unlinked(viewer);
  const { rows } = await portal.parts.db.execute(
    sql`select key_id from twitch_link_blocks where account_id = ${viewer.id}`,
  );
  expect(rows).toEqual([{ key_id: portal.drops.twitch.tokens.keyIds[0] }]);
});

test('none of these tests logged a token', () => {
  const text = captured.text();
  expect(text).toContain('job failed and is retried');
  expect(portal.twitch.secrets().filter((secret) => text.includes(secret))).toEqual([]);
});
