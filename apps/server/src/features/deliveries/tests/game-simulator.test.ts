import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { createSignedInPlayer, until } from '#test/account-journeys.ts';
import { useBridgePortal, queueItems, queueOrder, readDeliveries } from '#test/bridge.ts';
import { readGame, startSimulator, useGameFolder, useNetwork } from '#test/game-simulator.ts';
import { withdrawOrderDeliveries } from '#features/deliveries/deliveries.service.ts';
import { deliveries } from '#features/deliveries/deliveries.tables.ts';

const portal = await useBridgePortal({ leaseSeconds: 1 });
const url = await portal.app.listen({ host: '127.0.0.1', port: 0 });
beforeEach(() => portal.parts.db.delete(deliveries));

const withdraw = (orderId: number) =>
  portal.parts.db.transaction((tx) => withdrawOrderDeliveries(tx, orderId));
const start = (data: string, args: string[] = [], through = url) =>
  startSimulator({ portal: through, data, token: portal.token, args });
const states = async () => (await readDeliveries(portal.parts.db)).map(({ state }) => state);
const allAre = (state: string) => until(async () => (await states()).every((one) => one === state), 60_000);

test('a purchase arrives with plain log messages, and the account shows its characters', async () => {
  const [player, data] = [await createSignedInPlayer(portal), await useGameFolder()];
  await queueItems(portal, 1, { accountId: player.id, itemId: 7001, quantity: 2 });
  await queueItems(portal, 1, { accountId: player.id, kind: 'club_days', itemId: null, quantity: 30 });
  const simulator = start(data, ['--once']);
  expect(await simulator.exit).toBe(0);
  expect(simulator.lines().slice(1)).toEqual([
    `+ account ${player.id} received 2 × item 7001`,
    `+ account ${player.id} received 30 days of the club`,
  ]);
  expect(await states()).toEqual(['applied', 'applied']);
  expect(readGame(data).inventory).toEqual({
    [`${player.id} item 7001`]: 2,
    [`${player.id} club_days 0`]: 30,
  });
  const response = await portal.call('GET', '/user/characters', { token: player.token });
  expect(response.json().characters).toMatchObject([
    { name: expect.any(String), level: expect.any(Number), class: expect.any(String) },
    { name: expect.any(String), level: expect.any(Number), class: expect.any(String) },
  ]);
});

test('a refund revokes the item; refunded before it was fetched, it never arrives', async () => {
  const [data, delivered, early] = [
    await useGameFolder(),
    await queueOrder(portal),
    await queueOrder(portal),
  ];
  await withdraw(early.orderId);
  const simulator = start(data);
  await until(async () => (await states()).includes('applied'));
  await withdraw(delivered.orderId);
  const thing = `${delivered.accountId} item 1`;
  await until(async () => readGame(data).inventory[thing] === 0);
  expect(await simulator.kill('SIGTERM')).toBe(0);
  expect(readGame(data).inventory).toEqual({ [thing]: 0 });
  expect(simulator.lines()).toContain(`- account ${delivered.accountId} gave back 1 × item 1`);
});

test('a revocation that arrives before its grant prevents it', async () => {
  const [data, { orderId, keys }] = [await useGameFolder(), await queueOrder(portal)];
  // Another bridge of the same game has fetched the grant and dawdles.
  const [held] = await portal.lease();
  await withdraw(orderId);
  expect(await start(data, ['--once']).exit).toBe(0);
  expect(readGame(data)).toEqual({
    inventory: {},
    standing: {},
    receipts: { [keys[0] ?? '']: 'barred', [`${keys[0]}:revoke`]: 'done' },
  });
  // Now the grant comes after all, as if from there.
  await portal.parts.db.execute(sql`
    update deliveries set state = 'pending', available_at = now() where id = ${held?.id ?? 0}`);
  const late = start(data, ['--once']);
  expect(await late.exit).toBe(0);
  expect(late.lines().at(-1)).toContain('changes nothing');
  expect(readGame(data).inventory).toEqual({});
});

describe('over a lossy network', () => {
  test.each(['lose the answer', 'lose the call'] as const)(
    'acknowledgements (%s), each thing arrives once',
    async (fate) => {
      const [data] = [await useGameFolder(), await queueItems(portal, 30)];
      let lost = 0;
      const network = await useNetwork(url, ({ path: called }) =>
        called.endsWith('/acks') && (lost += 1) <= 2 ? fate : 'pass',
      );
      start(data, ['--batch', '10'], network.url);
      await allAre('applied');
      expect(network.calls.filter((call) => call.startsWith('lose'))).toHaveLength(2);
      expect(Object.values(readGame(data).inventory)).toEqual(Array(30).fill(1));
    },
  );

  test('a lost lease is delivered again after it expires', async () => {
    const [data] = [await useGameFolder(), await queueItems(portal, 5)];
    let lost = 0;
    const network = await useNetwork(url, ({ path: called }) =>
      called.endsWith('/v1/lease') && (lost += 1) <= 1 ? 'lose the answer' : 'pass',
    );
    start(data, [], network.url);
    await allAre('applied');
    expect((await readDeliveries(portal.parts.db)).map(({ attempts }) => attempts)).toEqual(Array(5).fill(1));
    expect(Object.values(readGame(data).inventory)).toEqual(Array(5).fill(1));
  });

  test('lost acknowledgements of a killed process are confirmed as duplicates by the next one', async () => {
    const [data] = [await useGameFolder(), await queueItems(portal, 5)];
    const network = await useNetwork(url, ({ path: called }) =>
      called.endsWith('/acks') ? 'lose the call' : 'pass',
    );
    const first = start(data, [], network.url);
    await until(async () => network.calls.some((call) => call.endsWith('/acks')));
    await first.kill();
    expect(await states()).toEqual(Array(5).fill('leased'));
    const second = start(data);
    await allAre('applied');
    expect(second.lines().filter((line) => line.startsWith('= '))).toHaveLength(5);
    expect(Object.values(readGame(data).inventory)).toEqual(Array(5).fill(1));
  });
});

test('two concurrent bridges of one game apply each item once', async () => {
  const [data] = [await useGameFolder(), await queueItems(portal, 200)];
  const bridges = [start(data, ['--batch', '7']), start(data, ['--batch', '7'])];
  await allAre('applied');
  expect(Object.values(readGame(data).inventory)).toEqual(Array(200).fill(1));
  const given = bridges.flatMap(({ lines }) => lines().filter((line) => line.startsWith('+ ')));
  expect(new Set(given).size).toBe(given.length);
});

test('items the game can never apply are rejected, and the rest arrives', async () => {
  const [data] = [await useGameFolder(), await queueItems(portal, 2)];
  await queueItems(portal, 1, { itemId: null });
  const simulator = start(data, ['--once']);
  expect(await simulator.exit).toBe(0);
  expect((await readDeliveries(portal.parts.db)).map(({ state, lastDetail }) => [state, lastDetail])).toEqual(
    [
      ['applied', null],
      ['applied', null],
      ['dead', 'The item has no id.'],
    ],
  );
});

describe('the program', () => {
  test('waits for an unreachable portal and continues when it is back', async () => {
    const [data] = [await useGameFolder(), await queueItems(portal, 1)];
    let isAway = true;
    const network = await useNetwork(url, () => (isAway ? 'lose the call' : 'pass'));
    const simulator = start(data, [], network.url);
    await until(async () => network.calls.length >= 3);
    isAway = false;
    await allAre('applied');
    await until(async () => simulator.lines().includes('The portal answers again.'));
    expect(simulator.lines().filter((line) => line.includes('does not answer'))).toHaveLength(1);
  });

  test('exits with a message and a failure when run once with an unknown token', async () => {
    const data = await useGameFolder();
    const simulator = startSimulator({ portal: url, data, token: 'x'.repeat(43), args: ['--once'] });
    expect(await simulator.exit).toBe(1);
    expect(simulator.lines().at(-1)).toBe(
      "The portal answered 401: This needs the token of the game's bridge.",
    );
  });

  test("reads the portal's token file, and explains what to do without one", async () => {
    const [data] = [await useGameFolder(), await queueItems(portal, 1)];
    const env = { DATA_DIR: data };
    const without = startSimulator({ portal: url, data: path.join(data, 'game'), args: ['--once'], env });
    expect(await without.exit).toBe(2);
    expect(without.lines()).toEqual([expect.stringMatching(/^There is no token: start the portal/)]);
    await writeFile(path.join(data, 'bridge-token'), `${portal.token}\n`);
    const simulator = startSimulator({ portal: url, data: path.join(data, 'game'), args: ['--once'], env });
    expect(await simulator.exit).toBe(0);
    expect(await states()).toEqual(['applied']);
  });

  test.each([
    [['--portal', 'ftp://x'], '--portal must be'],
    [['--batch', '501'], '--batch must be'],
    [['--poll', 'often'], '--poll must be'],
    [['--sideways'], 'Unknown option'],
  ])('says what is wrong with %j', async (args, sentence) => {
    const simulator = start(await useGameFolder(), args);
    expect(await simulator.exit).toBe(2);
    expect(simulator.lines()[0]).toContain(sentence);
  });
});
