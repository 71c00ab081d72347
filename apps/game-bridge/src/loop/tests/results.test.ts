import { setTimeout as sleep } from 'node:timers/promises';
import type { Delivery } from '@waygate/contract/deliveries/deliveries.schemas';
import { expect, test, vi } from 'vitest';
import type { Applied } from '#adapter.ts';
import { createCommand, createDelivery } from '#test/hero.ts';
import { createGame, start } from './running-bridge.ts';
import { openStandInPortal } from './stand-in-portal.ts';

const IN_TIME = { timeout: 30_000 };

test('an acknowledgement that the portal cannot read holds up no other', async () => {
  const portal = await openStandInPortal();
  const { adapter, applied } = createGame();
  const deliveries = [createDelivery(), createDelivery(), createDelivery()];
  portal.queue(...deliveries);
  const unreadable = deliveries[1]?.id;
  portal.misbehave(({ path, body }, response) => {
    if (path !== 'acks' || !JSON.stringify(body).includes(`"id":${unreadable},`)) return undefined;
    response.writeHead(400).end('{"message":"The request is not valid."}');
    return true;
  });
  const { stop, done, events } = start(portal, adapter);
  await vi.waitFor(() => expect(portal.results.size).toBe(2), IN_TIME);
  const later = createDelivery();
  portal.queue(later);
  await vi.waitFor(() => expect(portal.results.get(later.id)).toEqual(['applied']), IN_TIME);
  stop();
  await done;
  expect(applied.get(deliveries[2]?.idempotencyKey ?? '')).toBe(1);
  expect(JSON.stringify(events)).toContain(`The result of delivery ${unreadable} was refused`);
});

function refuseNumber(): Promise<never> {
  return Promise.reject(Object.assign(new Error('Out of range'), { code: 'ER_WARN_DATA_OUT_OF_RANGE' }));
}

test('a number that the game has no room for is refused for good', async () => {
  const portal = await openStandInPortal();
  const { adapter } = createGame({ apply: refuseNumber });
  const [delivery, revocation] = [
    createDelivery(),
    createDelivery({ effect: 'revoke', revokesKey: 'k'.repeat(101) }),
  ];
  portal.queue(delivery, revocation);
  await start(portal, adapter, { isOnce: true }).done;
  expect([...portal.results.values()]).toEqual([['reject'], ['reject']]);
});

test('a credential that the database quotes appears in no log and no answer', async () => {
  const portal = await openStandInPortal();
  const quoted = new Error(`Incorrect string value: 's3cret-of-hero' for column 'pass'`);
  const { adapter } = createGame({ command: () => Promise.reject(quoted) });
  const command = createCommand({ credential: { scheme: 'plain', verifier: 's3cret-of-hero' } });
  portal.misbehave(({ path }, response, nth) => {
    if (path !== 'accounts/lease') return undefined;
    response.end(JSON.stringify({ leaseSeconds: 60, commands: nth === 1 ? [command] : [] }));
    return true;
  });
  const { done, events } = start(portal, adapter, { isOnce: true });
  await done;
  const answers = portal.calls.filter(({ path }) => path === 'accounts/acks');
  expect(JSON.stringify(answers)).toContain('Incorrect string value');
  expect(JSON.stringify([answers, events])).not.toContain('s3cret');
});

test('lanes share the accounts, and keep the order within each', async () => {
  const portal = await openStandInPortal();
  const running = new Set<number>();
  const order: Record<number, (string | null)[]> = { 1: [], 2: [], 3: [] };
  let most = 0;
  const apply = async (delivery: Delivery): Promise<Applied> => {
    const { accountDBID, kind, itemId, quantity, idempotencyKey } = delivery;
    expect(running).not.toContain(accountDBID);
    running.add(accountDBID);
    most = Math.max(most, running.size);
    await sleep(2);
    running.delete(accountDBID);
    order[accountDBID]?.push(idempotencyKey);
    return { is: 'applied', receipt: { accountDBID, kind, itemId, quantity } };
  };
  const { adapter } = createGame({ apply, lanes: 2 });
  const deliveries = Array.from({ length: 30 }, (_, n) => createDelivery({ accountDBID: (n % 3) + 1 }));
  portal.queue(...deliveries);
  await start(portal, adapter, { isOnce: true }).done;
  expect(most).toBe(2);
  expect(portal.results.size).toBe(30);
  for (const [accountDBID, keys] of Object.entries(order)) {
    const ofAccount = deliveries.filter((delivery) => delivery.accountDBID === Number(accountDBID));
    expect(keys).toEqual(ofAccount.map(({ idempotencyKey }) => idempotencyKey));
  }
});

test('when the game goes away, each delivery has one result', async () => {
  const portal = await openStandInPortal();
  let calls = 0;
  const apply = async (delivery: Delivery): Promise<Applied> => {
    calls += 1;
    if (calls === 4) throw Object.assign(new Error('Gone'), { code: 'ECONNREFUSED' });
    await sleep(5);
    const { accountDBID, kind, itemId, quantity } = delivery;
    return { is: 'applied', receipt: { accountDBID, kind, itemId, quantity } };
  };
  const { adapter } = createGame({ apply, lanes: 2 });
  const deliveries = Array.from({ length: 8 }, (_, n) => createDelivery({ accountDBID: n + 1 }));
  portal.queue(...deliveries);
  const { stop, done } = start(portal, adapter);
  await vi.waitFor(() => expect(portal.results.size).toBe(8), IN_TIME);
  stop();
  await done;
  const results = [...portal.results.values()];
  expect(results.filter(([first]) => first === 'applied').length).toBeGreaterThanOrEqual(3);
  expect(results.filter(([first]) => first === 'retry').length).toBeGreaterThanOrEqual(1);
  expect(results.every((ofDelivery) => new Set(ofDelivery).size === ofDelivery.length)).toBe(true);
});
