/** Queries to refetch after a benefit changed. */
export const BENEFIT_KEYS = [['benefits'], ['deliveries'], ['inventory'], ['audit']];
