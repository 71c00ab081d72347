import { randomUUID } from 'node:crypto';
import { createOwner, createSignedInPlayer } from '#test/account-journeys.ts';
import type { Shop } from '#test/shop-journeys.ts';
import { onRecord, type StaffWriteCase } from '#test/staff-writes.ts';

export const STAFF_WRITES: StaffWriteCase[] = [
  onRecord('startBulk', 'keeps a list of players', async (shop) => {
    const { id } = await createSignedInPlayer(shop);
    return { body: listOf(id) };
  }),
  onRecord('runBulk', 'grants a pack to a list of players', ofStarted),
  onRecord('stopBulk', 'stops a list of players', async (shop) => {
    const { params } = await ofStarted(shop);
    return { params, body: { reason: 'Named the wrong players' } };
  }),
];

async function ofStarted(shop: Shop) {
  const [{ token }, { id: accountId }] = [await createOwner(shop), await createSignedInPlayer(shop)];
  const body = listOf(accountId);
  const { statusCode } = await shop.call('POST', '/admin/bulk', { token, body });
  if (statusCode !== 200) throw new Error(`The list was answered with ${statusCode}.`);
  return { params: { id: body.id }, accountId };
}

function listOf(accountId: number) {
  const what = { action: 'GRANT_STAFF_PACK' };
  return { id: randomUUID(), what, accounts: [accountId], reason: 'Won the event' };
}
