import { expect, test } from 'vitest';
import { createWaitingApps } from '#features/sessions/waiting-apps.ts';

const app = { accountId: 7, keyId: 'a', sealed: 'c2VhbGVk', now: 1_800_000_000 };
const MINUTES = 60_000;

test('apps of sign-ins that have expired are dropped with the next one', () => {
  let now = 0;
  const apps = createWaitingApps(() => now);
  apps.keep('first', app);
  now = 9 * MINUTES;
  apps.keep('second', app);
  expect(apps.find('first')).toMatchObject({ accountId: 7 });
  now = 10 * MINUTES;
  apps.keep('third', app);
  expect(['first', 'second', 'third'].map((one) => apps.find(one) !== undefined)).toEqual([
    false,
    true,
    true,
  ]);
});

test('the oldest app makes room for the thousand and first', () => {
  const apps = createWaitingApps(() => 0);
  for (let step = 0; step <= 1000; step += 1) apps.keep(`${step}`, app);
  expect(['0', '1', '1000'].map(apps.find)).toEqual([undefined, app, app]);
});

test("an app is found with the database's time of now", () => {
  let now = 0;
  const apps = createWaitingApps(() => now);
  apps.keep('first', app);
  now = 45_500;
  expect(apps.find('first')).toEqual({ ...app, now: app.now + 45.5 });
});
