import type { BudgetKind } from './budgets.schemas.ts';

/**
 * An amount of a budget as people read it: '5,000 coins', '1 pack', '€12.50'.
 *
 * @param amount whole coins, packs or items; cents for refunds
 */
export function budgetText(kind: BudgetKind, amount: number): string {
  if (kind === 'refunds') return `€${(amount / 100).toLocaleString('en', CENTS)}`;
  const unit = kind.slice(0, -1);
  return `${amount.toLocaleString('en')} ${amount === 1 ? unit : kind}`;
}

const CENTS = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
