import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deliveries } from '#features/deliveries/deliveries.tables.ts';
import { createSignedInPlayer, createStaff, until } from '#test/account-journeys.ts';
import { type BridgePortal, createBridgePortal, readDeliveries } from '#test/bridge.ts';
import { readGame, startSimulator, useGameFolder, useNetwork } from '#test/game-simulator.ts';
import { accountBenefits } from '#features/benefits/benefits.tables.ts';

let portal: BridgePortal;
let url: string;
let token: string;
beforeAll(async () => {
  portal = await createBridgePortal({ leaseSeconds: 1 });
  url = await portal.app.listen({ host: '127.0.0.1', port: 0 });
  ({ token } = await createStaff(portal, ['benefits', 'actions']));
});
beforeEach(async () => {
  await portal.parts.db.delete(accountBenefits);
  await portal.parts.db.execute(sql`delete from account_packs`);
  await portal.parts.db.delete(deliveries);
});
afterAll(() => portal.close());

const WINTER = '2076-12-24T18:00:00.000Z';
const AUTUMN = '2076-10-01T06:30:00.000Z';

const staffCall = async (method: 'POST' | 'PUT', path: string, body: object) => {
  const response = await portal.call(method, `/admin/${path}`, { body, token });
  if (response.statusCode !== 200) throw new Error(`${path} answered ${response.body}`);
};
const add = (accountDBID: number, benefitId: number, availableUntil: string) =>
  staffCall('POST', 'createBenefit', { accountDBID, benefitId, availableUntil });
const change = (accountDBID: number, benefitId: number, date: string) =>
  staffCall('PUT', `userBenefits/${accountDBID}`, { benefitId, date });
const remove = (accountDBID: number, benefitId: number) =>
  staffCall('POST', `deleteBenefit/${accountDBID}`, { benefitId });
const start = (data: string, { args = [], through = url }: { args?: string[]; through?: string } = {}) =>
  startSimulator({ portal: through, data, token: portal.token, args });
const isSettled = async () =>
  (await readDeliveries(portal.parts.db)).every(({ state }) => state === 'applied' || state === 'cancelled');

test('the game receives, changes and loses a benefit, and reports each in plain words', async () => {
  const [{ id }, data] = [await createSignedInPlayer(portal), await useGameFolder()];
  const simulator = start(data);
  await add(id, 17, WINTER);
  await until(isSettled, 60_000);
  expect(readGame(data).standing).toEqual({ [`${id} benefit 17`]: WINTER });
  await change(id, 17, AUTUMN);
  await until(isSettled, 60_000);
  expect(readGame(data)).toMatchObject({
    inventory: { [`${id} benefit 17`]: 1 },
    standing: { [`${id} benefit 17`]: AUTUMN },
  });
  await remove(id, 17);
  await until(isSettled, 60_000);
  expect(readGame(data)).toMatchObject({ inventory: { [`${id} benefit 17`]: 0 }, standing: {} });
  await simulator.kill('SIGTERM');
  expect(simulator.lines().slice(1)).toEqual([
    `+ account ${id} received benefit 17 until 2076-12-24 18:00`,
    `+ account ${id} received benefit 17 until 2076-10-01 06:30`,
    `- account ${id} gave back benefit 17 until 2076-12-24 18:00`,
    `- account ${id} gave back benefit 17 until 2076-10-01 06:30`,
  ]);
});

test('packs arrive with their end, and a permanent one replaces a temporary one', async () => {
  const [{ id }, data] = [await createSignedInPlayer(portal), await useGameFolder()];
  const grant = (action: string, date?: string) =>
    staffCall('POST', 'action', { action, accountDBID: id, date });
  await grant('GRANT_STAFF_PACK', WINTER);
  await grant('GRANT_CONTENT_CREATOR_PACK');
  const simulator = start(data);
  await until(isSettled, 60_000);
  await grant('GRANT_STAFF_PACK');
  await until(isSettled, 60_000);
  expect(readGame(data).standing).toEqual({
    [`${id} content_creator_package 0`]: null,
    [`${id} staff_package 0`]: null,
  });
  await simulator.kill('SIGTERM');
  expect(simulator.lines()).toEqual(
    expect.arrayContaining([
      `+ account ${id} received the staff package until 2076-12-24 18:00`,
      `+ account ${id} received the content creator package`,
      `- account ${id} gave back the staff package until 2076-12-24 18:00`,
    ]),
  );
});

test('the game ends up with what staff decided despite lost acknowledgements', async () => {
  const [{ id }, data] = [await createSignedInPlayer(portal), await useGameFolder()];
  const lostFor = new Set<string>();
  // The first acknowledgement of each delivery never arrives, or its answer does not.
  const network = await useNetwork(url, ({ path, body }) => {
    if (!path.endsWith('/acks') || lostFor.has(body.slice(0, 12))) return 'pass';
    lostFor.add(body.slice(0, 12));
    return lostFor.size % 2 === 0 ? 'lose the answer' : 'lose the call';
  });
  start(data, { through: network.url });
  const steps = [
    () => add(id, 17, WINTER),
    () => change(id, 17, AUTUMN),
    () => remove(id, 17),
    () => add(id, 17, AUTUMN),
    () => change(id, 17, WINTER),
  ];
  for (const step of steps) {
    await step();
    await until(isSettled, 60_000);
  }
  expect(network.calls.filter((call) => call.startsWith('lose')).length).toBeGreaterThanOrEqual(5);
  expect(readGame(data)).toMatchObject({
    inventory: { [`${id} benefit 17`]: 1 },
    standing: { [`${id} benefit 17`]: WINTER },
  });
}, 400_000);

test('a delayed grant on another bridge is not applied after the change', async () => {
  const [{ id }, data] = [await createSignedInPlayer(portal), await useGameFolder()];
  await add(id, 17, WINTER);
  const [held] = await portal.lease();
  await change(id, 17, AUTUMN);
  expect(await start(data, { args: ['--once'] }).exit).toBe(0);
  expect(readGame(data).standing).toEqual({ [`${id} benefit 17`]: AUTUMN });
  // Now it comes after all, as if from there.
  await portal.parts.db
    .update(deliveries)
    .set({ state: 'pending', availableAt: sql`now()` })
    .where(and(eq(deliveries.id, held?.id ?? 0), eq(deliveries.state, 'cancelled')));
  const late = start(data, { args: ['--once'] });
  expect(await late.exit).toBe(0);
  expect(late.lines().at(-1)).toContain('changes nothing');
  expect(readGame(data)).toMatchObject({
    inventory: { [`${id} benefit 17`]: 1 },
    standing: { [`${id} benefit 17`]: AUTUMN },
  });
});

/** Adds, changes and removes two benefits of an account, in its own order. */
const meddle = async (accountId: number, seed: number) => {
  for (let turn = 0; turn < 8; turn += 1) {
    const benefitId = 1 + ((turn + seed) % 2);
    const date = `20${60 + turn}-0${1 + seed}-01T00:00:00.000Z`;
    const actions = [add, change, () => remove(accountId, benefitId)];
    const action = actions[(turn * 2 + seed) % actions.length] ?? add;
    // Changing a missing benefit and adding an existing one are expected to fail.
    await action(accountId, benefitId, date).catch((error: Error) => {
      if (!/conflict|not_found/.test(error.message)) throw error;
    });
  }
};

test('the game matches the list despite conflicting staff, a killed game and a lossy network', async () => {
  const [data, players] = [
    await useGameFolder(),
    await Promise.all(Array.from({ length: 3 }, () => createSignedInPlayer(portal))),
  ];
  let calls = 0;
  const network = await useNetwork(url, () => {
    calls += 1;
    if (calls % 4 !== 0) return 'pass';
    return calls % 8 === 0 ? 'lose the call' : 'lose the answer';
  });
  const staff = players.flatMap(({ id }) => [0, 1, 2].map((seed) => meddle(id, seed)));
  for (let kill = 0; kill < 4; kill += 1) {
    const simulator = start(data, { args: ['--batch', '3'], through: network.url });
    await until(async () => simulator.lines().length > 3 || (await isSettled()), 60_000);
    await simulator.kill();
  }
  await Promise.all(staff);
  start(data, { args: ['--batch', '5'], through: network.url });
  await until(isSettled, 60_000);
  const listed = await portal.parts.db.select().from(accountBenefits);
  const { standing, inventory } = readGame(data);
  expect(standing).toEqual(
    Object.fromEntries(
      listed.map(({ accountId, benefitId, availableUntil }) => [
        `${accountId} benefit ${benefitId}`,
        availableUntil.toISOString(),
      ]),
    ),
  );
  for (const [thing, quantity] of Object.entries(inventory)) {
    expect([thing, quantity]).toEqual([thing, thing in standing ? 1 : 0]);
  }
}, 400_000);
