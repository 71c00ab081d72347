import { randomUUID } from 'node:crypto';
import { ofPlayer, onAccount, onRecord, type StaffWriteCase, withBody } from '#test/staff-writes.ts';

export const STAFF_WRITES: StaffWriteCase[] = [
  onAccount('performAction', 'grants a pack', {
    givesValue: true,
    prepare: ofPlayer((id) => ({ body: { action: 'GRANT_STAFF_PACK', accountDBID: id } })),
  }),
  onAccount('grantItem', 'grants an item', {
    givesValue: true,
    prepare: ofPlayer((id) => ({
      id,
      body: { requestId: randomUUID(), itemId: 7001, quantity: 2, serverId: 1, reason: 'Lost in an outage' },
    })),
  }),
  onRecord('performAction', 'allows an address', () =>
    withBody({ action: 'GRANT_WEBAPP_RIGHT', ip: '192.0.2.77' }),
  ),
];
