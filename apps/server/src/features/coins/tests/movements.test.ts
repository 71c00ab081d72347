import { describe, expect, test } from 'vitest';
import { createSignedInPlayer, registerPlayer } from '#test/account-journeys.ts';
import { useBridgePortal } from '#test/bridge.ts';
import { giveCoins } from '#test/edited-users.ts';
import { addGameServer, faultsOfLedger, gameOf, linesOf } from '#test/game-coins.ts';

const portal = await useBridgePortal();
const { debit, credit } = gameOf(portal);
const { db } = portal.parts;
const otherServer = await addGameServer(db, 'Northmarch');

async function createRich(amount = 100): Promise<number> {
  const { id } = await registerPlayer(portal);
  await giveCoins(portal, id, amount);
  return id;
}

async function balanceOf(accountDBID: number): Promise<number> {
  const response = await portal.bridge('GET', `coins/balances?accountDBID=${accountDBID}`);
  return response.json().balances[0]?.balance;
}

describe('a debit', () => {
  test('takes coins and answers the balance afterwards', async () => {
    const accountDBID = await createRich();
    const response = await debit({ accountDBID, amount: 30 });
    expect([response.statusCode, response.json()]).toEqual([200, { outcome: 'applied', balance: 70 }]);
    expect((await debit({ accountDBID, amount: 70 })).json()).toEqual({ outcome: 'applied', balance: 0 });
    expect(await faultsOfLedger(db)).toEqual([]);
  });

  test('takes nothing more under the same key, and answers the current balance', async () => {
    const accountDBID = await createRich();
    const asked = { accountDBID, amount: 30, idempotencyKey: 'sword:1' };
    await debit(asked);
    await debit({ accountDBID, amount: 5 });
    expect((await debit(asked)).json()).toEqual({ outcome: 'duplicate', balance: 65 });
    // Also when the balance wouldn't allow it any more.
    await debit({ accountDBID, amount: 65 });
    expect((await debit({ ...asked, reason: 'In other words' })).json()).toEqual({
      outcome: 'duplicate',
      balance: 0,
    });
  });

  test.each([
    ['amount', { amount: 31 }],
    ['currency', { currency: 'second' }],
  ])('refuses a key that was used with another %s', async (_, other) => {
    const accountDBID = await createRich();
    const asked = { accountDBID, amount: 30, idempotencyKey: `key with another ${_}`.replaceAll(' ', '-') };
    await debit(asked);
    const response = await debit({ ...asked, ...other });
    expect([response.statusCode, response.json().code]).toEqual([409, 'conflict']);
    expect(await balanceOf(accountDBID)).toBe(70);
  });

  test('refuses a key that was used for another account', async () => {
    const [accountDBID, other] = [await createRich(), await createRich()];
    await debit({ accountDBID, idempotencyKey: 'of the first'.replaceAll(' ', '-') });
    const response = await debit({ accountDBID: other, idempotencyKey: 'of-the-first' });
    expect(response.statusCode).toBe(409);
    expect(await balanceOf(other)).toBe(100);
  });

  test('has its own keys on each server, apart from those of credits', async () => {
    const accountDBID = await createRich();
    const asked = { accountDBID, idempotencyKey: 'k' };
    const outcomes = [
      await debit(asked),
      await debit(asked, otherServer),
      await credit(asked),
      await debit(asked),
      await credit(asked),
    ].map((response) => response.json().outcome);
    expect(outcomes).toEqual(['applied', 'applied', 'applied', 'duplicate', 'duplicate']);
  });

  test('of more than the balance writes nothing', async () => {
    const accountDBID = await createRich(20);
    const asked = { accountDBID, amount: 21, idempotencyKey: 'too-much' };
    expect((await debit(asked)).json()).toEqual({ outcome: 'insufficient', balance: 20 });
    await giveCoins(portal, accountDBID, 1);
    // The key is still free.
    expect((await debit(asked)).json()).toEqual({ outcome: 'applied', balance: 0 });
    expect((await debit({ accountDBID, currency: 'second' })).json()).toEqual({
      outcome: 'insufficient',
      balance: 0,
    });
  });

  test('takes nothing while the balance is below zero', async () => {
    const accountDBID = await createRich(-5);
    expect((await debit({ accountDBID, amount: 1 })).json()).toEqual({
      outcome: 'insufficient',
      balance: -5,
    });
  });

  test('by 60 callers at once takes as often as there are coins', async () => {
    const accountDBID = await createRich(95);
    const responses = await Promise.all(Array.from({ length: 60 }, () => debit({ accountDBID })));
    const outcomes = responses.map((response) => response.json().outcome);
    expect(outcomes.filter((outcome) => outcome === 'applied')).toHaveLength(9);
    expect(outcomes.filter((outcome) => outcome === 'insufficient')).toHaveLength(51);
    expect(await balanceOf(accountDBID)).toBe(5);
    expect(await faultsOfLedger(db)).toEqual([]);
  });

  test('by 40 callers with one key takes once', async () => {
    const accountDBID = await createRich(15);
    const asked = { accountDBID, idempotencyKey: 'by-forty' };
    const responses = await Promise.all(Array.from({ length: 40 }, () => debit(asked)));
    const outcomes = responses.map((response) => response.json().outcome);
    expect(outcomes.filter((outcome) => outcome === 'applied')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'duplicate')).toHaveLength(39);
    expect(await balanceOf(accountDBID)).toBe(5);
  });

  test('by callers with one key for different accounts takes from one of them', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => createRich()));
    const responses = await Promise.all(
      ids.map((accountDBID) => debit({ accountDBID, idempotencyKey: 'whose' })),
    );
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(responses.filter(({ statusCode }) => statusCode === 409)).toHaveLength(7);
    const balances = await Promise.all(ids.map(balanceOf));
    expect(balances.toSorted((a, b) => a - b)).toEqual([90, 100, 100, 100, 100, 100, 100, 100]);
  });
});

describe('a credit', () => {
  test('returns what the server took, and no more', async () => {
    const accountDBID = await createRich();
    expect((await credit({ accountDBID })).json()).toEqual({ outcome: 'insufficient', balance: 100 });
    await debit({ accountDBID, amount: 60 });
    expect((await credit({ accountDBID, amount: 20 })).json()).toEqual({ outcome: 'applied', balance: 60 });
    expect((await credit({ accountDBID, amount: 41 })).json()).toEqual({
      outcome: 'insufficient',
      balance: 60,
    });
    expect((await credit({ accountDBID, amount: 40 })).json()).toEqual({ outcome: 'applied', balance: 100 });
    expect((await credit({ accountDBID, amount: 1 })).json().outcome).toBe('insufficient');
    expect(await faultsOfLedger(db)).toEqual([]);
  });

  test('returns nothing that another server took, or of another currency', async () => {
    const accountDBID = await createRich();
    await debit({ accountDBID, amount: 60 }, otherServer);
    expect((await credit({ accountDBID })).json().outcome).toBe('insufficient');
    expect((await credit({ accountDBID, currency: 'second' }, otherServer)).json().outcome).toBe(
      'insufficient',
    );
    expect((await credit({ accountDBID }, otherServer)).json().outcome).toBe('applied');
  });

  test('returns nothing more under the same key, and refuses it for another amount', async () => {
    const accountDBID = await createRich();
    await debit({ accountDBID, amount: 50 });
    const asked = { accountDBID, amount: 30, idempotencyKey: 'returned-once' };
    await credit(asked);
    expect((await credit(asked)).json()).toEqual({ outcome: 'duplicate', balance: 80 });
    expect((await credit({ ...asked, amount: 29 })).statusCode).toBe(409);
  });

  test('by 40 callers at once returns no more than was taken', async () => {
    const accountDBID = await createRich();
    await debit({ accountDBID, amount: 95 });
    const calls = Array.from({ length: 40 }, () => credit({ accountDBID }));
    const outcomes = (await Promise.all(calls)).map((response) => response.json().outcome);
    expect(outcomes.filter((outcome) => outcome === 'applied')).toHaveLength(9);
    expect(await balanceOf(accountDBID)).toBe(95);
    expect(await faultsOfLedger(db)).toEqual([]);
  });

  test('and debits of the same account never deadlock, and all are applied while there are coins', async () => {
    const accountDBID = await createRich(1000);
    await debit({ accountDBID, amount: 500 });
    const calls = Array.from({ length: 60 }, (_, index) => (index % 2 ? debit : credit)({ accountDBID }));
    const outcomes = (await Promise.all(calls)).map((response) => response.json().outcome);
    expect(new Set(outcomes)).toEqual(new Set(['applied']));
    expect(await balanceOf(accountDBID)).toBe(500);
    expect(await faultsOfLedger(db)).toEqual([]);
  });
});

describe('the bridge', () => {
  test('needs its token, and a listed address', async () => {
    const body = { accountDBID: 1, amount: 1, idempotencyKey: 'k', reason: 'r' };
    for (const path of ['coins/debits', 'coins/credits']) {
      expect((await portal.bridge('POST', path, { body, token: null })).statusCode).toBe(401);
      expect((await portal.bridge('POST', path, { body, address: '192.0.2.7' })).statusCode).toBe(403);
    }
    const path = 'coins/balances?accountDBID=1';
    expect((await portal.bridge('GET', path, { token: null })).statusCode).toBe(401);
    const player = await createSignedInPlayer(portal);
    expect((await portal.bridge('GET', path, { token: player.token })).statusCode).toBe(401);
  });

  test('gets not_found for an unknown account', async () => {
    for (const ask of [debit, credit]) {
      const response = await ask({ accountDBID: 2_147_483_647 });
      expect([response.statusCode, response.json().code]).toEqual([404, 'not_found']);
    }
  });

  test.each([
    ['no amount', { amount: undefined }],
    ['an amount of zero', { amount: 0 }],
    ['a negative amount', { amount: -5 }],
    ['a fraction', { amount: 1.5 }],
    ['an amount past 32 bits', { amount: 2 ** 40 }],
    ['an amount past all numbers', { amount: 1e300 }],
    ['an amount as text', { amount: '5' }],
    ['an account past 32 bits', { accountDBID: 2 ** 31 }],
    ['an account of text', { accountDBID: '1' }],
    ['no key', { idempotencyKey: undefined }],
    ['an empty key', { idempotencyKey: '' }],
    ['a long key', { idempotencyKey: 'k'.repeat(65) }],
    ['a key with a space', { idempotencyKey: 'a b' }],
    ['a key beyond ASCII', { idempotencyKey: 'schlüssel' }],
    ['no reason', { reason: undefined }],
    ['a blank reason', { reason: '  ' }],
    ['a long reason', { reason: 'r'.repeat(121) }],
    ['a reason with a zero byte', { reason: 'a\u0000b' }],
    ['a reason with half a character', { reason: 'a\ud83d' }],
    ['another currency', { currency: 'gold' }],
  ])('is refused for %s', async (_, wrong) => {
    for (const ask of [debit, credit]) {
      const response = await ask({ accountDBID: 1, ...wrong });
      expect([response.statusCode, response.json().code]).toEqual([400, 'validation_failed']);
    }
  });

  test('may give a reason in any script, and a key of 64 characters', async () => {
    const player = await createSignedInPlayer(portal);
    await giveCoins(portal, player.id, 100);
    const reason = '魔法の剣 ⚔️ «Ёлка» \u202Eabc';
    const response = await debit({ accountDBID: player.id, reason, idempotencyKey: '~'.repeat(64) });
    expect(response.json().outcome).toBe('applied');
    const history = await portal.call('GET', '/user/coins', { token: player.token });
    expect(history.json().entries[0]).toMatchObject({ detail: reason, serverName: 'Game server' });
  });

  test('reads balances of up to 200 accounts, without those that do not exist', async () => {
    const [rich, poor] = [await createRich(40), (await registerPlayer(portal)).id];
    const read = (ids: string) => portal.bridge('GET', `coins/balances?accountDBID=${ids}`);
    expect((await read(`${poor},${rich},${rich},2147483647,9999999999`)).json().balances).toEqual(
      [
        { accountDBID: rich, balance: 40, secondBalance: 0 },
        { accountDBID: poor, balance: 0, secondBalance: 0 },
      ].toSorted((a, b) => a.accountDBID - b.accountDBID),
    );
    expect((await read(idsUpTo(200))).statusCode).toBe(200);
    for (const wrong of [idsUpTo(201), '', '0', '1,', '-1', '1;drop', '10000000000'])
      expect((await read(encodeURIComponent(wrong))).statusCode).toBe(400);
    expect((await portal.bridge('GET', 'coins/balances')).statusCode).toBe(400);
  });

  test('is counted by outcome', async () => {
    const accountDBID = await createRich(10);
    const before = await readMetrics();
    await debit({ accountDBID, idempotencyKey: 'counted' });
    await debit({ accountDBID, idempotencyKey: 'counted' });
    await debit({ accountDBID, idempotencyKey: 'counted', amount: 11 });
    await debit({ accountDBID });
    await credit({ accountDBID });
    const counted = await readMetrics();
    const added = ['applied', 'duplicate', 'conflict', 'insufficient'].map(
      (outcome) => (counted.get(`debits ${outcome}`) ?? 0) - (before.get(`debits ${outcome}`) ?? 0),
    );
    expect(added).toEqual([1, 1, 1, 1]);
    expect((counted.get('credits applied') ?? 0) - (before.get('credits applied') ?? 0)).toBe(1);
  });
});

/** `1,2,3`. */
function idsUpTo(count: number): string {
  return Array.from({ length: count }, (_, index) => index + 1).join(',');
}

async function readMetrics(): Promise<Map<string, number>> {
  const { body } = await portal.parts.metrics.render();
  const found = body.matchAll(/waygate_coin_(\w+)_total\{outcome="(\w+)"\} (\d+)/g);
  return new Map([...found].map(([, name, outcome, value]) => [`${name} ${outcome}`, Number(value)]));
}

test('what a game took and returned stands in the history with its server', async () => {
  const player = await createSignedInPlayer(portal);
  await giveCoins(portal, player.id, 100);
  await debit({ accountDBID: player.id, reason: 'A mount' }, otherServer);
  await credit({ accountDBID: player.id, amount: 4, reason: 'The mount was broken' }, otherServer);
  const history = (await portal.call('GET', '/user/coins', { token: player.token })).json();
  expect(linesOf(history)).toEqual([
    '4 premium returned → 94',
    '-10 premium spent → 90',
    '100 premium other → 100',
  ]);
  expect(history.entries).toMatchObject([
    { detail: 'The mount was broken', serverName: 'Northmarch' },
    { detail: 'A mount', serverName: 'Northmarch' },
    { detail: null, serverName: null },
  ]);
});
