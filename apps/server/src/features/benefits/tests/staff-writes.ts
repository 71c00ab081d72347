import { createTestAccount } from '#test/factories.ts';
import type { Shop } from '#test/shop-journeys.ts';
import { asOwner, ofPlayer, onAccount, type StaffWriteCase } from '#test/staff-writes.ts';

export const STAFF_WRITES: StaffWriteCase[] = [
  onAccount('createBenefit', 'grants a benefit', {
    givesValue: true,
    prepare: ofPlayer((id) => ({ body: benefitOf(id) })),
  }),
  onAccount('updateBenefit', 'extends a benefit', {
    givesValue: true,
    prepare: ofBenefit({ benefitId: 17, date: '2098-01-01 00:00:00' }),
  }),
  onAccount('deleteBenefit', 'revokes a benefit', {
    givesValue: true,
    prepare: ofBenefit({ benefitId: 17 }),
  }),
];

function benefitOf(accountDBID: number) {
  return { accountDBID, benefitId: 17, availableUntil: '2099-01-01 00:00:00' };
}

function ofBenefit(body: object) {
  return async (shop: Shop) => {
    const accountId = await createTestAccount(shop.parts.db);
    await asOwner(shop, 'createBenefit', benefitOf(accountId));
    return { id: accountId, body, accountId };
  };
}
