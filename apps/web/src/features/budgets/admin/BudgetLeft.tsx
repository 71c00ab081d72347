import { useQuery } from '@tanstack/react-query';
import { budgetText } from '@waygate/contract/budgets/budget-text';
import { getOwnBudgets } from '@waygate/contract/budgets/budgets.endpoints';
import type { BudgetKind, OwnBudgets } from '@waygate/contract/budgets/budgets.schemas';
import { isOwner } from '@waygate/contract/ranks';
import { call } from '#api/call.ts';
import { useSession } from '#api/session.ts';
import { rankOf } from '#features/admin/sections.ts';
import styles from './BudgetLeft.module.css';

/** What the signed-in staff member has left today, next to a form that uses it. Owners have no limit. */
export function BudgetLeft({ kinds }: { kinds: readonly BudgetKind[] }) {
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
  return (
    <p className={styles.left}>
      Left of your budget today: {kinds.map((kind) => leftText(data, kind)).join(', ')}.
    </p>
  );
}

function leftText({ today }: OwnBudgets, kind: BudgetKind): string {
  const { limit, used } = today[kind];
  if (limit === null) return `${kind} without limit`;
  const left = Math.max(limit - used, 0);
  // The unit stands once, after the limit.
  return `${kind === 'refunds' ? budgetText(kind, left) : left.toLocaleString('en')} of ${budgetText(kind, limit)}`;
}
