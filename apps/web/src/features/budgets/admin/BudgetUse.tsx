import { budgetText } from '@waygate/contract/budgets/budget-text';
import { BUDGET_LABELS, type BudgetKind, type StaffBudget } from '@waygate/contract/budgets/budgets.schemas';
import { classNames } from '#ui/class-names.ts';
import { ProgressBar } from '#ui/progress/ProgressBar.tsx';
import styles from './BudgetUse.module.css';

type BudgetUseProps = { budget: StaffBudget; kind: BudgetKind };

/** What a staff member used of one budget today, with a bar. */
export function BudgetUse({ budget, kind }: BudgetUseProps) {
  const { used, limit } = budget.today[kind];
  if (limit === null) return <span className={styles.none}>{numberText(kind, used)}, no limit</span>;
  const isFull = used >= limit;
  return (
    <span className={styles.use}>
      <span>
        {numberText(kind, used)} <span className={styles.of}>of {numberText(kind, limit)}</span>
      </span>
      <ProgressBar
        className={classNames(styles.bar, isFull && styles.full)}
        label={`${BUDGET_LABELS[kind]} used today by ${budget.userName}`}
        valueText={`${budgetText(kind, used)} of ${budgetText(kind, limit)}`}
        max={Math.max(limit, 1)}
        value={limit === 0 ? 1 : Math.min(used, limit)}
      />
      {noteOn(budget, kind) && <small className={styles.note}>{noteOn(budget, kind)}</small>}
    </span>
  );
}

function noteOn({ raised, limits }: StaffBudget, kind: BudgetKind): string {
  if (raised[kind] !== null) return 'Raised for today';
  return limits[kind] === null ? '' : 'Own limit';
}

/** Without its unit, which the column names. */
function numberText(kind: BudgetKind, amount: number): string {
  return kind === 'refunds' ? budgetText(kind, amount) : amount.toLocaleString('en');
}
