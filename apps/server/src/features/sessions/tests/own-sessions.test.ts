import { describe, expect, test } from 'vitest';
import { createSignedInPlayer, type Player, signIn, usePortal } from '#test/account-journeys.ts';

const portal = await usePortal();

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

const list = async (token: string) =>
  (await portal.call('GET', '/user/sessions', { token })).json().sessions as {
    id: number;
    isCurrent: boolean;
    browser: string | null;
    network: string | null;
  }[];
const end = (token: string, id: number) => portal.call('DELETE', `/user/sessions/${id}`, { token });
const enter = async ({ username, password }: Player, address: string, userAgent?: string) => {
  const call = { body: { identifier: username, password }, address, ...(userAgent && { userAgent }) };
  return (await portal.call('POST', '/auth/login', call)).json().accessToken as string;
};

describe("an account's own sessions", () => {
  test('are listed with browser and network, the newest first', async () => {
    const player = await createSignedInPlayer(portal);
    const token = await enter(player, '203.0.113.77', FIREFOX);
    const [first, second, ...others] = await list(token);
    expect(first).toEqual({
      id: expect.any(Number),
      browser: 'Firefox on Windows',
      network: '203.0.113.0/24',
      createdAt: expect.any(String),
      lastUsedAt: expect.any(String),
      expiresAt: expect.any(String),
      isCurrent: true,
    });
    expect([second?.isCurrent, others]).toEqual([false, []]);
  });

  test.each([
    [FIREFOX, '2001:db8:7:1::5', 'Firefox on Windows', '2001:db8:7::/48'],
    ['curl/8.5.0', '::ffff:198.51.100.9', null, '198.51.100.0/24'],
    ['Call 0900-1234567/1.0 now', '198.51.100.9', null, '198.51.100.0/24'],
    ['x'.repeat(8000), '198.51.100.9', null, '198.51.100.0/24'],
  ])('show %.20s at %s as %s in %s', async (userAgent, address, browser, network) => {
    const token = await enter(await createSignedInPlayer(portal), address, userAgent);
    expect((await list(token)).find(({ isCurrent }) => isCurrent)).toMatchObject({ browser, network });
  });

  test('end one by one, and a second click finds it ended', async () => {
    const player = await createSignedInPlayer(portal);
    const { accessToken } = await signIn(portal, player);
    const other = (await list(player.token)).find(({ isCurrent }) => !isCurrent);
    const answers = await Promise.all([end(player.token, other?.id ?? 0), end(player.token, other?.id ?? 0)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([204, 404]);
    expect((await portal.call('GET', '/user/profile', { token: accessToken })).statusCode).toBe(401);
    expect(await list(player.token)).toHaveLength(1);
  });

  test("are nobody else's to end", async () => {
    const [player, stranger] = [await createSignedInPlayer(portal), await createSignedInPlayer(portal)];
    const [own] = await list(player.token);
    expect((await end(stranger.token, own?.id ?? 0)).statusCode).toBe(404);
    expect(await list(player.token)).toHaveLength(1);
  });

  test('end all at once, except the one that asks', async () => {
    const player = await createSignedInPlayer(portal);
    const others = await Promise.all([1, 2, 3].map(() => signIn(portal, player)));
    expect((await portal.call('DELETE', '/user/sessions', { token: player.token })).statusCode).toBe(204);
    expect(await list(player.token)).toMatchObject([{ isCurrent: true }]);
    const left = await Promise.all(
      others.map(({ accessToken: token }) => portal.call('GET', '/user/profile', { token })),
    );
    expect(left.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401]);
  });
});
