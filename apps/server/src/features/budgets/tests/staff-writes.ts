import { createStaff } from '#test/account-journeys.ts';
import type { Shop } from '#test/shop-journeys.ts';
import { onRecord, type StaffWriteCase } from '#test/staff-writes.ts';

const limits = { coins: 200_000, packs: 100, items: 1000, refunds: 200_000 };
/** Above all others. */
const raised = { coins: 900_000, packs: 900, items: 9000, refunds: 900_000 };
const reason = 'A new colleague';

// No account outranks an owner.
export const STAFF_WRITES: StaffWriteCase[] = [
  onRecord('updateBudgetDefaults', 'changes the default limits', async () => ({
    body: { ...limits, reason, revision: 1 },
  })),
  onRecord(
    'updateStaffBudget',
    "changes a staff member's limits",
    ofStaff(async () => ({})),
  ),
  onRecord(
    'raiseBudget',
    "raises a staff member's limits",
    ofStaff(async ({ parts }) => {
      const { rows } = await parts.db.execute<{ day: string }>('select budget_today()::text as day');
      return { ...raised, ...rows[0] };
    }),
  ),
];

function ofStaff(more: (shop: Shop) => Promise<object>) {
  return async (shop: Shop) => {
    const { id } = await createStaff(shop, ['news']);
    return { id, accountId: id, body: { ...limits, reason, revision: 0, ...(await more(shop)) } };
  };
}
