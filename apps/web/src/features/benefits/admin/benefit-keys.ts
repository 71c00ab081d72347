/** Queries to refetch after a benefit changed. */
export const BENEFIT_KEYS = [['benefits'], ['user'], ['deliveries'], ['inventory'], ['audit']];
