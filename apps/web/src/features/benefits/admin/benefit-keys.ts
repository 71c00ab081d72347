/** What is fetched anew after a change of a benefit. */
export const BENEFIT_KEYS = [['benefits'], ['deliveries'], ['inventory'], ['audit']];
