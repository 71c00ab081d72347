import { expect, test, vi } from 'vitest';
import { createCommand, createDelivery } from '#test/hero.ts';
import { createGame, start } from './running-bridge.ts';
import { openStandInPortal } from './stand-in-portal.ts';

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
  await vi.waitFor(() => expect(portal.results.size).toBe(2));
  const later = createDelivery();
  portal.queue(later);
  await vi.waitFor(() => expect(portal.results.get(later.id)).toEqual(['applied']));
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
