import { sql } from 'drizzle-orm';
import { createSignedInPlayer } from '#test/account-journeys.ts';
import { addTotp, planRemoval, requireStaffFactor } from '#test/factor-journeys.ts';
import type { Shop } from '#test/shop-journeys.ts';
import { onAccount, onRecord, type StaffWriteCase } from '#test/staff-writes.ts';

export const STAFF_WRITES: StaffWriteCase[] = [
  onRecord('updateSecurityPolicy', 'asks no factor of staff any more', async (shop) => {
    // Staff of the other cases have none; the last write of this one switches the policy off.
    await shop.parts.db.execute(sql`
      insert into totp_factors (account_id, key_id, sealed, last_step) select id, 'test', '', 0 from accounts
      on conflict do nothing`);
    const revision = await requireStaffFactor(shop);
    return { body: { isStaffFactorRequired: false, revision } };
  }),
  onAccount('planFactorRemoval', 'plans the removal of factors', {
    givesValue: false,
    prepare: async (shop) => {
      const accountId = await playerWithFactor(shop);
      return { id: accountId, accountId, body: { reason: 'Lost their phone' } };
    },
  }),
  onAccount('stopFactorRemoval', 'stops a removal of factors', {
    givesValue: false,
    prepare: async (shop) => {
      const accountId = await playerWithFactor(shop);
      await planRemoval(shop, accountId);
      return { id: accountId, accountId };
    },
  }),
];

async function playerWithFactor(shop: Shop): Promise<number> {
  return (await addTotp(shop, await createSignedInPlayer(shop))).id;
}
