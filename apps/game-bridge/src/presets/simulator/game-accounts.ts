import type { DatabaseSync } from 'node:sqlite';
import type { AccountCommand } from '@waygate/contract/game-accounts/game-accounts.schemas';
import type { CredentialRules } from '@waygate/contract/game-accounts/credential-rules.schemas';
import { bcryptVerify } from 'hash-wasm';
import type { AccountOutcome } from '#adapter.ts';
import { inTransaction } from './simulated-game.ts';

/** What this game asks of logins and passwords. bcrypt takes no more than 72 bytes. */
export const CREDENTIAL_RULES: CredentialRules = {
  scheme: 'bcrypt',
  parameters: { cost: 10 },
  login: { min: 3, max: 20, characters: 'word' },
  password: { min: 6, max: 64, characters: 'any' },
  isCaseSensitive: true,
  canRename: true,
  canClaim: true,
};

type Account = {
  accountId: number;
  login: string;
  verifier: string;
  isLocked: number;
  lockedUntil: string | null;
};

/** Does a command about an account of the game. Safe to repeat. */
export async function applyAccountCommand(
  database: DatabaseSync,
  command: AccountCommand,
): Promise<AccountOutcome> {
  if (command.kind === 'claim') return claim(database, command);
  return inTransaction(database, () => change(database, command));
}

function change(database: DatabaseSync, command: AccountCommand): AccountOutcome {
  const { accountDBID, login, newLogin, credential, lockedUntil } = command;
  const account = findAccount(database, accountDBID);
  const verifier = credential?.verifier ?? '';
  const update = (columns: string, ...values: (string | number | null)[]) => {
    database.prepare(`update accounts set ${columns} where account_id = ?`).run(...values, accountDBID);
    return done(database, accountDBID);
  };
  if (command.kind === 'create') {
    if (account) return done(database, accountDBID);
    if (findByLogin(database, login)) return taken(login);
    database
      .prepare('insert into accounts (account_id, login, verifier) values (?, ?, ?)')
      .run(accountDBID, login, verifier);
    return done(database, accountDBID);
  }
  if (!account) return missing(login);
  switch (command.kind) {
    case 'set_password':
      return update('verifier = ?', verifier);
    case 'rename': {
      const owner = findByLogin(database, newLogin ?? '');
      if (owner && owner.accountId !== accountDBID) return taken(newLogin ?? '');
      return update('login = ?', newLogin);
    }
    case 'lock':
      return update('is_locked = 1, locked_until = ?', lockedUntil);
    case 'unlock':
    case 'claim':
      return update('is_locked = 0, locked_until = null');
  }
}

/** An account made in the game itself has a negative id, until somebody proves to own it. */
async function claim(
  database: DatabaseSync,
  { login, accountDBID, proof }: AccountCommand,
): Promise<AccountOutcome> {
  const account = findByLogin(database, login);
  if (!account) return missing(login);
  if (account.accountId === accountDBID) return done(database, accountDBID);
  if (account.accountId > 0) return taken(login);
  if (!(await isPasswordOf(account, proof?.proof ?? ''))) {
    return { is: 'wrong_password', why: `That isn't the password of ${login}.` };
  }
  if (findAccount(database, accountDBID)) return taken(login);
  database
    .prepare('update accounts set account_id = ? where account_id = ?')
    .run(accountDBID, account.accountId);
  return done(database, accountDBID);
}

export type SignIn = { is: 'signed_in'; accountId: number } | { is: 'wrong' | 'locked' };

/** As a player signs in to the game. */
export async function signIn(
  database: DatabaseSync,
  { login, password }: { login: string; password: string },
  now: Date,
): Promise<SignIn> {
  const account = findByLogin(database, login);
  if (!account || !(await isPasswordOf(account, password))) return { is: 'wrong' };
  const { lockedUntil } = account;
  if (account.isLocked === 1 && (lockedUntil === null || new Date(lockedUntil) > now))
    return { is: 'locked' };
  database
    .prepare('update accounts set signed_in_at = ? where account_id = ?')
    .run(now.toISOString(), account.accountId);
  return { is: 'signed_in', accountId: account.accountId };
}

async function isPasswordOf({ verifier }: Account, password: string): Promise<boolean> {
  if (password === '' || !verifier.startsWith('$2')) return false;
  return bcryptVerify({ password, hash: verifier });
}

const COLUMNS = `account_id as accountId, login, verifier, is_locked as isLocked, locked_until as lockedUntil`;

function findAccount(database: DatabaseSync, accountId: number): Account | undefined {
  const row = database.prepare(`select ${COLUMNS} from accounts where account_id = ?`).get(accountId);
  // The query names exactly these columns, and the table is strict.
  return row as Account | undefined;
}

function findByLogin(database: DatabaseSync, login: string): Account | undefined {
  const row = database.prepare(`select ${COLUMNS} from accounts where login = ?`).get(login);
  // The same query by another key.
  return row as Account | undefined;
}

function done(database: DatabaseSync, accountId: number): AccountOutcome {
  const login = findAccount(database, accountId)?.login ?? '';
  return { is: 'done', login, gameAccountId: String(accountId) };
}

function taken(login: string): AccountOutcome {
  return { is: 'taken', why: `The game has another account ${login}.` };
}

function missing(login: string): AccountOutcome {
  return { is: 'missing', why: `The game has no account ${login}.` };
}
