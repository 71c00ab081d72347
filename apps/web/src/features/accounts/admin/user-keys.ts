/** What is fetched anew after a change of an account. */
export const USER_KEYS = [['users'], ['user'], ['audit']];
