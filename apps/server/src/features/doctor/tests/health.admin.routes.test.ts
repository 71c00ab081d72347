import { expect, test } from 'vitest';
import { createOwner, createStaff, usePortal } from '#test/account-journeys.ts';

const portal = await usePortal();
const PATH = '/admin/health';

test('owners see the findings, and nobody else does', async () => {
  const owner = await createOwner(portal);
  const watcher = await createStaff(portal, ['alerts']);
  expect((await portal.call('GET', PATH)).statusCode).toBe(401);
  expect((await portal.call('GET', PATH, { token: watcher.token })).statusCode).toBe(403);
  const twice = await Promise.all([1, 2].map(() => portal.call('GET', PATH, { token: owner.token })));
  const [first, second] = twice.map((answer) => answer.json());
  // Those who ask at once share one run.
  expect(first).toEqual(second);
  expect(first.findings).toContainEqual({
    check: 'schema',
    state: 'ok',
    what: 'Every migration of this release is applied.',
  });
  expect(first.findings).toContainEqual(expect.objectContaining({ check: 'workers' }));
});
