import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSignedInPlayer, createStaff, signIn, until } from '#test/account-journeys.ts';
import {
  aMinute,
  createDropsPortal,
  createStreamer,
  createViewer,
  type DropsPortal,
  minutesOf,
  sampleAt,
} from '#test/drop-journeys.ts';
import { noticeIn } from '#test/notices.ts';
import { captureLog } from '#test/captured-log.ts';

const captured = captureLog('trace');
/** What the flows carried: none of it may be logged. */
const carried: string[] = [];

let portal: DropsPortal;
beforeAll(async () => {
  portal = await createDropsPortal({ log: captured.log });
});
afterAll(() => portal.close());
beforeEach(() => portal.twitch.simulator.faults.endAll());

type Flow = {
  token: string;
  as?: 'viewer' | 'streamer';
  /** A Twitch id, or 'deny' for somebody who does not allow it. */
  user?: string;
};

/** Begins at the portal and goes through Twitch; what the browser would call next. */
async function startFlow({ token, as = 'viewer', user = portal.twitch.addUser().id }: Flow) {
  const begun = await portal.call('GET', `/auth/twitch/link?as=${as}`, { token });
  expect(begun.statusCode).toBe(200);
  const cookie = String(begun.headers['set-cookie']).split(';')[0] ?? '';
  const back = await portal.twitch.visit(begun.json().url, user === 'deny' ? 'deny' : { as: user });
  carried.push(cookie.split('=')[1] ?? '', back.searchParams.get('state') ?? '');
  return { cookie, back: `${back.pathname}${back.search}`, setCookie: String(begun.headers['set-cookie']) };
}

/** The message the profile would show. */
async function comeBack({ back, cookie }: { back: string; cookie: string }): Promise<string> {
  const response = await portal.app.inject({ url: back, headers: { cookie } });
  expect(response.statusCode).toBe(302);
  const { searchParams, pathname } = new URL(String(response.headers.location), 'http://portal.test');
  expect(pathname).toBe('/profile');
  return noticeIn(searchParams);
}

/** Whatever the user had allowed the portal, nobody can use it any more. */
const untilNothingIsGranted = (userId: string) =>
  until(async () => portal.twitch.simulator.grants.ofUser(userId).length === 0);

async function linkOf(token: string) {
  return (await portal.call('GET', '/user/twitch', { token })).json().link;
}

describe('a link', () => {
  test('of a viewer stores the identity and no token', async () => {
    const player = await createSignedInPlayer(portal);
    const user = portal.twitch.addUser();
    const flow = await startFlow({ token: player.token, user: user.id });
    expect(flow.setCookie).toMatch(/HttpOnly/);
    expect(flow.setCookie).toMatch(/SameSite=Lax/);
    expect(await comeBack(flow)).toBe('Linked with Twitch.');
    expect(await linkOf(player.token)).toMatchObject({ twitchId: user.id, streamer: 'none' });
    const profile = await portal.call('GET', '/user/profile', { token: player.token });
    expect(profile.json().twitchId).toBe(user.id);
    const { rows } = await portal.parts.db.execute(
      sql`select from twitch_streamers where account_id = ${player.id}`,
    );
    expect(rows).toEqual([]);
  });

  test('of a streamer waits for staff, with tokens that are stored encrypted', async () => {
    const player = await createSignedInPlayer(portal);
    const user = portal.twitch.addUser();
    expect(await comeBack(await startFlow({ token: player.token, as: 'streamer', user: user.id }))).toContain(
      'Our team looks at streamers before their minutes count.',
    );
    expect(await linkOf(player.token)).toMatchObject({ streamer: 'pending' });
    const { rows } = await portal.parts.db.execute<{ access_token: Buffer }>(
      sql`select access_token from twitch_streamers where account_id = ${player.id}`,
    );
    const stored = rows[0]?.access_token.toString('latin1') ?? '';
    expect(portal.twitch.secrets().some((secret) => stored.includes(secret))).toBe(false);
  });

  test('works once; the same address again is refused', async () => {
    const { token } = await createSignedInPlayer(portal);
    const flow = await startFlow({ token });
    await comeBack(flow);
    expect(await comeBack(flow)).toMatch(/^Error: This link with Twitch has expired or was used already/);
  });

  test('cannot be completed in another browser', async () => {
    const { token } = await createSignedInPlayer(portal);
    const { back } = await startFlow({ token });
    const other = await startFlow({ token: (await createSignedInPlayer(portal)).token });
    expect(await comeBack({ back, cookie: other.cookie })).toMatch(/in the browser in which you began it/);
    expect(await linkOf(token)).toBeNull();
  });

  test.each([
    ['no state', '/api/auth/twitch/callback?code=x'],
    ['an unknown state', '/api/auth/twitch/callback?code=x&state=unknown'],
    ['nothing', '/api/auth/twitch/callback'],
  ])('with %s is refused', async (_, back) => {
    expect(await comeBack({ back, cookie: '' })).toMatch(/^Error: /);
  });

  test.each([
    ['signed out', ({ token }: { token: string }) => portal.call('POST', '/auth/logout', { token })],
    [
      'been banned',
      async ({ id }: { id: number }) => {
        const { token } = await createStaff(portal, ['actions']);
        const body = { accountDBID: id, endTime: '2099-01-01 00:00:00', ip: null, description: 'Cheating' };
        const banned = await portal.call('POST', '/admin/banUser', { token, body });
        expect(banned.statusCode).toBe(200);
      },
    ],
  ])(
    'of an account that has %s meanwhile links nothing, for any later user of the browser',
    async (_, leave) => {
      const player = await createSignedInPlayer(portal);
      const other = await createSignedInPlayer(portal);
      const flow = await startFlow({ token: player.token });
      await leave(player);
      expect(await comeBack(flow)).toBe(
        'Error: You have signed out since. Please sign in and link Twitch again.',
      );
      const { rows } = await portal.parts.db.execute(
        sql`select from twitch_links where account_id in (${player.id}, ${other.id})`,
      );
      expect(rows).toEqual([]);
    },
  );

  test('belongs to the account that started it, though another session of it has ended', async () => {
    const player = await createSignedInPlayer(portal);
    const other = await signIn(portal, player);
    const flow = await startFlow({ token: player.token });
    await portal.call('POST', '/auth/logout', { token: other.accessToken });
    expect(await comeBack(flow)).toMatch(/^Linked with/);
    expect(await linkOf(player.token)).not.toBeNull();
  });

  test('of a viewer leaves no token at Twitch, even when it fails', async () => {
    const player = await createSignedInPlayer(portal);
    const user = portal.twitch.addUser();
    await comeBack(await startFlow({ token: player.token, user: user.id }));
    await untilNothingIsGranted(user.id);
    const streamer = portal.twitch.addUser();
    await comeBack(await startFlow({ token: player.token, as: 'streamer', user: streamer.id }));
    await untilNothingIsGranted(streamer.id);
    const unlucky = portal.twitch.addUser();
    const flow = await startFlow({ token: (await createSignedInPlayer(portal)).token, user: unlucky.id });
    portal.twitch.simulator.faults.plan({ endpoint: 'users', fault: '503', times: 1 });
    expect(await comeBack(flow)).toMatch(/cannot be reached/);
    await untilNothingIsGranted(unlucky.id);
  });

  test('does not wait for the revocation of an unneeded token', async () => {
    const player = await createSignedInPlayer(portal);
    const flow = await startFlow({ token: player.token });
    portal.twitch.simulator.faults.plan({ endpoint: 'revoke', fault: '503', times: 1 });
    expect(await comeBack(flow)).toMatch(/^Linked with/);
    await until(async () => captured.text().includes('could not be revoked'));
  });

  test('is refused after it expired', async () => {
    const { token } = await createSignedInPlayer(portal);
    const flow = await startFlow({ token });
    await portal.parts.db.execute(sql`update twitch_link_attempts set expires_at = now()`);
    expect(await comeBack(flow)).toMatch(/has expired/);
  });

  test('reports that the user refused it', async () => {
    const { token } = await createSignedInPlayer(portal);
    expect(await comeBack(await startFlow({ token, user: 'deny' }))).toMatch(
      /^Error: You did not allow the link/,
    );
  });

  test('fails without hanging while Twitch is down', async () => {
    const { token } = await createSignedInPlayer(portal);
    const flow = await startFlow({ token });
    portal.twitch.simulator.faults.plan({ endpoint: 'token', fault: '503' });
    expect(await comeBack(flow)).toMatch(/^Error: Twitch cannot be reached right now/);
  });

  test('assigns one identity to one account under concurrent requests', async () => {
    const user = portal.twitch.addUser();
    const players = await Promise.all(Array.from({ length: 4 }, () => createSignedInPlayer(portal)));
    const flows = await Promise.all(players.map(({ token }) => startFlow({ token, user: user.id })));
    const outcomes = await Promise.all(flows.map(comeBack));
    expect(outcomes.filter((outcome) => outcome.startsWith('Linked'))).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome.includes('linked to another account already'))).toHaveLength(
      3,
    );
  });

  test('keeps an existing link of the account', async () => {
    const viewer = await createViewer(portal);
    expect(await comeBack(await startFlow({ token: viewer.token }))).toMatch(/Please unlink it first/);
    expect(await linkOf(viewer.token)).toMatchObject({ twitchId: viewer.twitchUser.id });
  });
});

describe('an unlink', () => {
  test('deletes identity, tokens and minutes, and blocks the identity for other accounts', async () => {
    const streamer = await createStreamer(portal);
    await sampleAt(portal, await aMinute(portal));
    expect((await minutesOf(portal, streamer, 'streamer')).total).toBe(1);
    const { statusCode, json } = await portal.call('DELETE', '/auth/twitch/link', { token: streamer.token });
    expect([statusCode, json()]).toEqual([200, { message: 'Twitch unlinked successfully!' }]);
    expect(await minutesOf(portal, streamer, 'streamer')).toEqual({ total: 0, minutes: [] });
    const { rows } = await portal.parts.db.execute(sql`
      select from twitch_links where twitch_user_id = ${streamer.twitchUser.id}
      union all select from twitch_streamers where account_id = ${streamer.id}`);
    expect(rows).toEqual([]);

    const other = await createSignedInPlayer(portal);
    const again = { user: streamer.twitchUser.id };
    expect(await comeBack(await startFlow({ ...again, token: other.token }))).toMatch(
      /less than 30 days ago/,
    );
    expect(await comeBack(await startFlow({ ...again, token: streamer.token }))).toMatch(/^Linked with/);
  });

  test('reports an account without a link', async () => {
    const { token } = await createSignedInPlayer(portal);
    expect((await portal.call('DELETE', '/auth/twitch/link', { token })).statusCode).toBe(409);
  });
});

test('none of these tests logged a token, code or secret', () => {
  const text = captured.text();
  expect(text).not.toBe('');
  expect(carried.length).toBeGreaterThan(20);
  const secrets = [...portal.twitch.secrets(), ...carried];
  expect(secrets.filter((secret) => secret !== '' && text.includes(secret))).toEqual([]);
});
