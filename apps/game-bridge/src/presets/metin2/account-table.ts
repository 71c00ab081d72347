import type { AccountTable } from '#presets/shared/account-table.ts';
import { GAME_NOW, gameTimeOf, secondsOf } from './game-time.ts';

const MAX_EMAIL = 64;
/** In 2038: what `from_unixtime` knows. */
const TIMESTAMP_MAX = 2_147_483_647;

/** Accounts in `account`. The login server reads a row at each sign-in. */
export function createAccountTable(socialId: string): AccountTable {
  return {
    table: 'account',
    id: 'id',
    login: 'login',
    password: 'password',
    isServers: '0',
    insert: {
      columns: 'social_id, email, create_time, status',
      values: `:socialId, :email, ${GAME_NOW}, 'OK'`,
      parameters: (email) => ({ socialId, email: email !== null && email.length <= MAX_EMAIL ? email : '' }),
    },
    canRename: false,
    maxLogin: 16,
    maxPassword: 16,
    lock: {
      block: `status = 'BLOCK'`,
      unblock: `status = 'OK'`,
      isBlocked: `status = 'BLOCK'`,
      isFree: `status = 'OK'`,
    },
    ban: {
      until: secondsOf('availDt'),
      set: `availDt = ${gameTimeOf(':until')}`,
      end: 'availDt = default(availDt)',
      latest: TIMESTAMP_MAX,
    },
  };
}
