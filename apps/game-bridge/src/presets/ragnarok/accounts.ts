import { createHash, timingSafeEqual } from 'node:crypto';
import type { AccountCommand } from '@waygate/contract/game-accounts/game-accounts.schemas';
import type { AccountOutcome } from '#adapter.ts';
import type { GameConnection, GameDatabase } from '#database/game-database.ts';
import { findMappedAccount, findMappedOwner, saveMappedAccount } from '#game-accounts.ts';
import { withGameLock } from '#presets/shared/game-lock.ts';
import { NotApplied } from '#receipts.ts';
import { lockAccount, unlockAccount } from './account-locks.ts';

/** A server's own account, not a player's. */
const SERVER_SEX = 'S';
/** What the game itself writes where there is no address. */
const NO_EMAIL = 'a@a.com';
const MAX_EMAIL = 39;

type LoginRow = { accountId: number; userid: string; pass: string; sex: string };

export type AccountSettings = { database: GameDatabase; sex: 'M' | 'F' };

const TAKEN: AccountOutcome = {
  is: 'taken',
  why: 'The game has an account of this login already. Choose another login, or claim the account with its password.',
};
const MISSING: AccountOutcome = { is: 'missing', why: 'The game has no account of this login.' };

/** Commands about rows of `login`, one at a time: its `userid` isn't unique in rAthena. */
export async function commandAccount(
  settings: AccountSettings,
  command: AccountCommand,
): Promise<AccountOutcome> {
  try {
    return await withGameLock(settings.database, (connection) => run(settings, connection, command));
  } catch (error) {
    if (error instanceof NotApplied && error.answer.is === 'later')
      return { is: 'later', why: error.answer.why };
    throw error;
  }
}

async function run(
  settings: AccountSettings,
  connection: GameConnection,
  command: AccountCommand,
): Promise<AccountOutcome> {
  switch (command.kind) {
    case 'create':
      return createAccount(settings, connection, command);
    case 'claim':
      return claimAccount(connection, command);
    case 'set_password':
    case 'rename':
    case 'lock':
    case 'unlock':
      return changeAccount(connection, command);
  }
}

/** 1. record the intent, 2. insert the account, 3. record its id: a repeated command knows its own half-made account. */
async function createAccount(
  { sex }: AccountSettings,
  connection: GameConnection,
  { accountDBID, login, email, credential }: AccountCommand,
): Promise<AccountOutcome> {
  if (!credential) return { is: 'rejected', why: 'The command has no password.' };
  const mapped = await findMappedAccount(connection, accountDBID);
  const own = mapped && (await findById(connection, mapped.gameAccountId));
  if (own) return done(own);
  const isIntended = mapped?.login === login;
  const [existing] = await findByLogin(connection, login);
  if (existing) {
    const isOwn = isIntended && isSame(existing.pass, credential.verifier);
    const isFree = !(await findMappedOwner(connection, String(existing.accountId)));
    if (!isOwn || !isFree) return TAKEN;
  } else {
    await saveMappedAccount(connection, { accountDBID, login, gameAccountId: `none of ${accountDBID}` });
    await connection.execute(
      `insert into login (userid, user_pass, sex, email)
       select :login, :pass, :sex, :email from dual
       where not exists (select 1 from login where userid = :login)`,
      { login, pass: credential.verifier, sex, email: fitEmail(email) },
    );
  }
  const [made] = await findByLogin(connection, login);
  if (!made || !isSame(made.pass, credential.verifier)) return TAKEN;
  return record(connection, accountDBID, made);
}

async function claimAccount(
  connection: GameConnection,
  { accountDBID, login, proof }: AccountCommand,
): Promise<AccountOutcome> {
  const [row, another] = await findByLogin(connection, login);
  if (!row || row.sex === SERVER_SEX) return MISSING;
  if (another) {
    const why = `The game has more than one account of the login '${login}'. Rename or delete one of them in the game first.`;
    return { is: 'rejected', why };
  }
  if (!proof || !isSame(row.pass, proof.proof)) {
    return { is: 'wrong_password', why: 'This is not the password of the account in the game.' };
  }
  const owner = await findMappedOwner(connection, String(row.accountId));
  if (owner && owner.accountDBID !== accountDBID) {
    return { is: 'taken', why: 'Another account of the portal has this game account already.' };
  }
  return record(connection, accountDBID, row);
}

async function changeAccount(connection: GameConnection, command: AccountCommand): Promise<AccountOutcome> {
  const mapped = await findMappedAccount(connection, command.accountDBID);
  const row = mapped && (await findById(connection, mapped.gameAccountId));
  if (!row) return MISSING;
  switch (command.kind) {
    case 'set_password':
      await connection.execute('update login set user_pass = :pass where account_id = :id', {
        pass: command.credential?.verifier ?? row.pass,
        id: row.accountId,
      });
      return done(row);
    case 'rename':
      return renameAccount(connection, command, row);
    case 'lock':
      await lockAccount(connection, row.accountId, command.lockedUntil);
      return done(row);
    case 'unlock':
      await unlockAccount(connection, row.accountId);
      return done(row);
    case 'create':
    case 'claim':
      return { is: 'rejected', why: 'The command is not about an account that the bridge knows.' };
  }
}

async function renameAccount(
  connection: GameConnection,
  { accountDBID, newLogin }: AccountCommand,
  row: LoginRow,
): Promise<AccountOutcome> {
  if (newLogin === null) return { is: 'rejected', why: 'The command names no new login.' };
  const others = await findByLogin(connection, newLogin);
  if (others.some(({ accountId }) => accountId !== row.accountId)) return TAKEN;
  await connection.execute('update login set userid = :newLogin where account_id = :id', {
    newLogin,
    id: row.accountId,
  });
  return record(connection, accountDBID, { ...row, userid: newLogin });
}

async function record(
  connection: GameConnection,
  accountDBID: number,
  row: LoginRow,
): Promise<AccountOutcome> {
  const gameAccountId = String(row.accountId);
  await saveMappedAccount(connection, { accountDBID, login: row.userid, gameAccountId });
  return done(row);
}

function done({ userid, accountId }: LoginRow): AccountOutcome {
  return { is: 'done', login: userid, gameAccountId: String(accountId) };
}

const COLUMNS = 'account_id as accountId, userid, user_pass as pass, sex';

async function findByLogin(connection: GameConnection, login: string): Promise<LoginRow[]> {
  return connection.query<LoginRow>(
    `select ${COLUMNS} from login where userid = :login order by account_id limit 2`,
    { login },
  );
}

async function findById(connection: GameConnection, gameAccountId: string): Promise<LoginRow | undefined> {
  const id = Number(gameAccountId);
  if (!Number.isSafeInteger(id)) return undefined;
  const [row] = await connection.query<LoginRow>(`select ${COLUMNS} from login where account_id = :id`, {
    id,
  });
  return row;
}

/** In constant time. Hashes in the table may be written in capitals. */
function isSame(stored: string, given: string): boolean {
  const isHash = /^[0-9a-f]{32}$/i.test(stored) && /^[0-9a-f]{32}$/.test(given);
  return timingSafeEqual(hash(isHash ? stored.toLowerCase() : stored), hash(given));
}

function fitEmail(email: string | null): string {
  return email !== null && email.length <= MAX_EMAIL ? email : NO_EMAIL;
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
