import { useQuery } from '@tanstack/react-query';
import { budgetText } from '@waygate/contract/budgets/budget-text';
import { getOwnBudgets } from '@waygate/contract/budgets/budgets.endpoints';
import type { BudgetKind, OwnBudgets } from '@waygate/contract/budgets/budgets.schemas';
import { isOwner } from '@waygate/contract/ranks';
import { call } from '#api/call.ts';
import { useSession } from '#api/session.ts';
import { rankOf } from '#features/admin/sections.ts';
import { Notice } from '#ui/Notice.tsx';
import styles from './BudgetLeft.module.css';

type BudgetLeftProps = {
  kinds: readonly BudgetKind[];
  /** How much of the first kind the form takes, as far as it is known; cents for refunds. */
  needed?: number;
};

/** What the signed-in staff member has left today, next to a form that uses it. Owners have no limit. */
export function BudgetLeft({ kinds, needed = 0 }: BudgetLeftProps) {
  const session = useSession();
  const isLimited = session !== null && !isOwner(rankOf(session));
  const { data } = useQuery({
    queryKey: ['my-budgets'],
    queryFn: ({ signal }) => call(getOwnBudgets, {}, { signal }),
    enabled: isLimited,
    // Each form that opens shows what is left after the last one.
    staleTime: 0,
  });
  if (!isLimited || !data) return null;
  const [kind] = kinds;
  const left = kind ? leftOf(data, kind) : Infinity;
  const text = (amount: number) =>
    kind === 'refunds' ? budgetText(kind, amount) : amount.toLocaleString('en');
  return (
    <>
      <p className={styles.left}>
        Left of your budget today: {kinds.map((each) => leftText(data, each)).join(', ')}.
      </p>
      {needed > left && (
        <Notice tone="info">
          That is more than the {text(left)} left of today's budget. An owner can raise it.
        </Notice>
      )}
    </>
  );
}

/** Infinity without a limit. */
function leftOf({ today }: OwnBudgets, kind: BudgetKind): number {
  const { limit, used } = today[kind];
  return limit === null ? Infinity : Math.max(limit - used, 0);
}

function leftText(budgets: OwnBudgets, kind: BudgetKind): string {
  const { limit } = budgets.today[kind];
  if (limit === null) return `${kind} without limit`;
  const left = leftOf(budgets, kind);
  // The unit stands once, after the limit.
  return `${kind === 'refunds' ? budgetText(kind, left) : left.toLocaleString('en')} of ${budgetText(kind, limit)}`;
}
