import type { AccountTable } from '#presets/shared/account-table.ts';

/** What the game itself writes where there is no address. */
const NO_EMAIL = 'a@a.com';
const MAX_EMAIL = 39;
/** The tables hold more of a password, but clients send at most so much. */
const MAX_CREDENTIAL = 23;
/** The state of an account that the game's staff blocked. */
const BLOCKED = 5;
const UNSIGNED_MAX = 4_294_967_295;

/** Accounts in `login`, whose `userid` isn't unique in rAthena. The login server reads a row at each sign-in. */
export function createLoginTable(sex: 'M' | 'F'): AccountTable {
  return {
    table: 'login',
    id: 'account_id',
    login: 'userid',
    password: 'user_pass',
    isServers: `sex = 'S'`,
    insert: {
      columns: 'sex, email',
      values: ':sex, :email',
      parameters: (email) => ({
        sex,
        email: email !== null && email.length <= MAX_EMAIL ? email : NO_EMAIL,
      }),
    },
    canRename: true,
    maxLogin: MAX_CREDENTIAL,
    maxPassword: MAX_CREDENTIAL,
    lock: {
      block: `state = ${BLOCKED}`,
      unblock: 'state = 0',
      isBlocked: `state = ${BLOCKED}`,
      isFree: 'state = 0',
    },
    ban: { until: 'unban_time', set: 'unban_time = :until', end: 'unban_time = 0', latest: UNSIGNED_MAX },
  };
}
