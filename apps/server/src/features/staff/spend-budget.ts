import { budgetText } from '@waygate/contract/budgets/budget-text';
import type { BudgetKind } from '@waygate/contract/budgets/budgets.schemas';
import type { DeliveryKind } from '@waygate/contract/deliveries/deliveries.schemas';
import { isOwner } from '@waygate/contract/ranks';
import type { Viewer } from '#platform/auth/viewer.ts';
import type { Transaction } from '#platform/db/database.ts';
import { AppError } from '#platform/errors/app-error.ts';
import { type BudgetAmount, selectBudgetsOfToday, upsertBudgetUse } from './budget-use.queries.ts';

/** What a write gives away: coins of both currencies, packs, items, cents of refunds. What is taken away counts 0. */
export type Spending = Partial<Record<BudgetKind, number>>;

/**
 * Counts what a staff member gives away, in the transaction that gives it. Owners have no limit; their use is counted.
 *
 * @throws budget_exceeded when it is more than what is left today; the transaction must end then
 */
export async function spendBudget(tx: Transaction, viewer: Viewer, spending: Spending): Promise<void> {
  const amounts = amountsOf(spending);
  if (amounts.length === 0) return;
  const { accountId: staffId } = viewer;
  const counted = await upsertBudgetUse(tx, { staffId, isLimited: !isOwner(viewer), amounts });
  const refused = amounts.find(({ kind }) => !counted.includes(kind));
  if (refused) throw await budgetExceeded(tx, staffId, refused.kind);
}

/**
 * What one line of an order, or one delivery, gives away. Each period of the club, and each benefit, is one item: days
 * and ends have no common measure with pieces.
 */
export function spendingOfGrant({ kind, quantity }: { kind: DeliveryKind; quantity: number }): Spending {
  switch (kind) {
    case 'premium_coins':
    case 'second_coins':
      return { coins: quantity };
    case 'item':
      return { items: quantity };
    case 'club_days':
    case 'benefit':
      return { items: 1 };
    case 'founder_package':
    case 'veteran_package':
    case 'content_creator_package':
    case 'staff_package':
      return { packs: 1 };
  }
}

/** Sums of what several grants give away. */
export function sumOfSpending(grants: readonly Spending[]): Spending {
  const sum: Spending = {};
  for (const { kind, amount } of grants.flatMap(amountsOf)) sum[kind] = (sum[kind] ?? 0) + amount;
  return sum;
}

function amountsOf(spending: Spending): BudgetAmount[] {
  // The type's own keys. In one order, so that statements lock their rows alike.
  const entries = Object.entries(spending) as [BudgetKind, number][];
  return entries.flatMap(([kind, amount]) => (amount > 0 ? [{ kind, amount }] : [])).toSorted(byKind);
}

function byKind(one: BudgetAmount, other: BudgetAmount): number {
  return one.kind < other.kind ? -1 : 1;
}

async function budgetExceeded(tx: Transaction, staffId: number, kind: BudgetKind): Promise<AppError> {
  const budget = (await selectBudgetsOfToday(tx, staffId)).find((each) => each.kind === kind);
  if (!budget) throw new Error(`There is no budget of ${kind}.`);
  const { limit, used } = budget;
  const left = Math.max(limit - used, 0);
  const message = `You have ${budgetText(kind, left)} left of your ${budgetText(kind, limit)} for today. Ask an owner to raise your limit.`;
  return new AppError('budget_exceeded', message, { budget: { kind, limit, left }, staffId });
}
