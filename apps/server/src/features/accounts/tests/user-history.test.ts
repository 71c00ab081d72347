import { describe, expect, test } from 'vitest';
import { usePortal, createSignedInPlayer, createStaff, signIn } from '#test/account-journeys.ts';
import { entriesAbout } from '#test/audit.ts';

const portal = await usePortal();
const staff = await createStaff(portal, ['users']);

const auditOf = (accountId: number) => entriesAbout(portal, accountId);

test('the history shows the newest events of an account', async () => {
  const player = await createSignedInPlayer(portal);
  await signIn(portal, player);
  const history = async () =>
    (await portal.call('GET', `/admin/users/${player.id}/history`, { token: staff.token })).json();
  expect(await history()).toEqual({
    bans: [],
    sessions: [
      { createdAt: expect.any(String), lastUsedAt: expect.any(String) },
      { createdAt: expect.any(String), lastUsedAt: expect.any(String) },
    ],
    // The second sign-in came from another network.
    mails: ['new-device', 'confirm-email'].map((kind) => ({
      kind,
      recipient: player.email,
      createdAt: expect.any(String),
      sentAt: expect.toSatisfy((time) => time === null || !Number.isNaN(Date.parse(time))),
      failedAt: null,
      failure: null,
    })),
  });
  const unknown = await portal.call('GET', '/admin/users/2147483647/history', { token: staff.token });
  expect(unknown.statusCode).toBe(404);
});

describe('ending the sessions of an account', () => {
  test('signs it out everywhere, once, with an entry in the audit log', async () => {
    const player = await createSignedInPlayer(portal);
    await signIn(portal, player);
    const end = () => portal.call('DELETE', `/admin/users/${player.id}/sessions`, { token: staff.token });

    const answers = await Promise.all([end(), end()]);

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 204]);
    expect((await portal.call('GET', '/user/profile', { token: player.token })).statusCode).toBe(401);
    expect(await auditOf(player.id)).toMatchObject([
      { kind: 'user.end_sessions', before: { sessions: 2 }, after: { sessions: 0 } },
    ]);
  });

  test('is refused for an unknown id', async () => {
    const response = await portal.call('DELETE', '/admin/users/2147483647/sessions', { token: staff.token });
    expect(response.statusCode).toBe(404);
  });
});
