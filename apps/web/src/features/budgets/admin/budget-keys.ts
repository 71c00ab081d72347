/** Queries to refetch after a budget changed. */
export const BUDGET_KEYS = [['budgets'], ['budget-defaults'], ['audit']];
