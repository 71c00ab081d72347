/** Queries to refetch after an account changed. */
export const USER_KEYS = [['users'], ['user'], ['audit']];
