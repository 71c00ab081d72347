import styles from './BudgetsAdmin.module.css';
import { BudgetList } from './BudgetList.tsx';
import { DefaultBudgets } from './DefaultBudgets.tsx';

/** What staff may give away in a day, and what they gave today. */
export function BudgetsAdmin() {
  return (
    <div className={styles.page}>
      <p className={styles.lead}>
        A budget limits what a staff member gives away per day (UTC). Anything above it is refused until an
        owner raises the limit. Owners have no limit.
      </p>
      <DefaultBudgets />
      <BudgetList />
    </div>
  );
}
