import { createHash, timingSafeEqual } from 'node:crypto';
import type { AccountCommand } from '@waygate/contract/game-accounts/game-accounts.schemas';
import type { AccountOutcome } from '#adapter.ts';
import type { GameConnection, GameDatabase } from '#database/game-database.ts';
import { findMappedAccount, findMappedOwner, saveMappedAccount } from '#game-accounts.ts';
import { withGameLock } from '#presets/shared/game-lock.ts';
import { NotApplied } from '#receipts.ts';
import { lockAccount, unlockAccount } from './account-locks.ts';
import type { AccountTable } from './account-table.ts';

type AccountRow = { accountId: number; login: string; pass: string; isServers: number };

/** MD5 in hex, or MySQL's PASSWORD(). */
const HASH = /^([0-9a-f]{32}|\*[0-9a-f]{40})$/i;

/** Of a hash in hex. With the number of the largest account, an intent still fits the column of 64 characters. */
const INTENT_LENGTH = 32;

const TAKEN: AccountOutcome = {
  is: 'taken',
  why: 'The game has an account of this login already. Choose another login, or claim the account with its password.',
};
const MISSING: AccountOutcome = { is: 'missing', why: 'The game has no account of this login.' };

/** Commands about a game's table of accounts, one at a time: not every game has a unique key on the login. */
export async function commandAccount(
  database: GameDatabase,
  accounts: AccountTable,
  command: AccountCommand,
): Promise<AccountOutcome> {
  try {
    return await withGameLock(database, (connection) => run({ connection, accounts }, command));
  } catch (error) {
    if (error instanceof NotApplied && error.answer.is === 'later')
      return { is: 'later', why: error.answer.why };
    throw error;
  }
}

type Game = { connection: GameConnection; accounts: AccountTable };

async function run(game: Game, command: AccountCommand): Promise<AccountOutcome> {
  const fault = findLengthFault(game.accounts, command);
  if (fault !== undefined) return { is: 'rejected', why: fault };
  switch (command.kind) {
    case 'create':
      return createAccount(game, command);
    case 'claim':
      return claimAccount(game, command);
    case 'set_password':
    case 'rename':
    case 'lock':
    case 'unlock':
      return changeAccount(game, command);
  }
}

/** The portal checks lengths by the reported rules; this is for a portal that has older ones. */
function findLengthFault(
  { maxLogin, maxPassword }: AccountTable,
  { kind, login, newLogin, credential }: AccountCommand,
): string | undefined {
  if (kind !== 'create' && kind !== 'rename' && kind !== 'set_password') return undefined;
  const name = kind === 'rename' ? newLogin : login;
  if (kind !== 'set_password' && name !== null && name.length > maxLogin) {
    return `The game takes logins of at most ${maxLogin} characters. Choose a shorter one.`;
  }
  if (credential?.scheme === 'plain' && credential.verifier.length > maxPassword) {
    return `The game takes passwords of at most ${maxPassword} characters. Choose a shorter one.`;
  }
  return undefined;
}

/**
 * 1. record the intent, 2. insert the account, 3. record its id: a later command knows the account that an earlier one half
 * made, also if the player has chosen another password since, which the portal then sets.
 */
async function createAccount(
  game: Game,
  { accountDBID, login, email, credential }: AccountCommand,
): Promise<AccountOutcome> {
  if (!credential) return { is: 'rejected', why: 'The command has no password.' };
  const { connection, accounts } = game;
  const mapped = await findMappedAccount(connection, accountDBID);
  const own = mapped && (await findById(game, mapped.gameAccountId));
  if (own) return done(own);
  const isIntended = mapped?.login === login;
  const [existing] = await findByLogin(game, login);
  if (existing) {
    // An older bridge recorded an intent without its password.
    const isOfIntent =
      isSame(existing.pass, credential.verifier) ||
      mapped?.gameAccountId === intentOf(accountDBID, existing.pass);
    const isOwn = isIntended && isOfIntent;
    const isFree = !(await findMappedOwner(connection, String(existing.accountId)));
    if (!isOwn || !isFree) return TAKEN;
  } else {
    const gameAccountId = intentOf(accountDBID, credential.verifier);
    await saveMappedAccount(connection, { accountDBID, login, gameAccountId });
    await connection.execute(
      `insert into ${accounts.table} (${accounts.login}, ${accounts.password}, ${accounts.insert.columns})
       select :login, :pass, ${accounts.insert.values} from dual
       where not exists (select 1 from ${accounts.table} where ${accounts.login} = :login)`,
      { ...accounts.insert.parameters(email), login, pass: credential.verifier },
    );
  }
  const made = existing ?? (await findByLogin(game, login))[0];
  if (!made || (!existing && !isSame(made.pass, credential.verifier))) return TAKEN;
  return record(connection, accountDBID, made);
}

/** Stands for the id of an account that isn't made yet, and tells by what password it will be known. */
function intentOf(accountDBID: number, verifier: string): string {
  return `none of ${accountDBID} ${hash(comparable(verifier)).toString('hex').slice(0, INTENT_LENGTH)}`;
}

async function claimAccount(
  game: Game,
  { accountDBID, login, proof }: AccountCommand,
): Promise<AccountOutcome> {
  const [row, another] = await findByLogin(game, login);
  if (!row || row.isServers) return MISSING;
  if (another) {
    const why = `The game has more than one account of the login '${login}'. Rename or delete one of them in the game first.`;
    return { is: 'rejected', why };
  }
  if (!proof || !isSame(row.pass, proof.proof)) {
    return { is: 'wrong_password', why: 'This is not the password of the account in the game.' };
  }
  const owner = await findMappedOwner(game.connection, String(row.accountId));
  if (owner && owner.accountDBID !== accountDBID) {
    return { is: 'taken', why: 'Another account of the portal has this game account already.' };
  }
  return record(game.connection, accountDBID, row);
}

async function changeAccount(game: Game, command: AccountCommand): Promise<AccountOutcome> {
  const { connection, accounts } = game;
  const mapped = await findMappedAccount(connection, command.accountDBID);
  const row = mapped && (await findById(game, mapped.gameAccountId));
  if (!row) return MISSING;
  switch (command.kind) {
    case 'set_password':
      await connection.execute(
        `update ${accounts.table} set ${accounts.password} = :pass where ${accounts.id} = :id`,
        { pass: command.credential?.verifier ?? row.pass, id: row.accountId },
      );
      return done(row);
    case 'rename':
      return renameAccount(game, command, row);
    case 'lock':
      await lockAccount(connection, accounts, row.accountId, command.lockedUntil);
      return done(row);
    case 'unlock':
      await unlockAccount(connection, accounts, row.accountId);
      return done(row);
    case 'create':
    case 'claim':
      return { is: 'rejected', why: 'The command is not about an account that the bridge knows.' };
  }
}

async function renameAccount(
  game: Game,
  { accountDBID, newLogin }: AccountCommand,
  row: AccountRow,
): Promise<AccountOutcome> {
  const { connection, accounts } = game;
  if (!accounts.canRename) {
    return {
      is: 'rejected',
      why: "The game can't rename an account: what waits for it is kept by its login.",
    };
  }
  if (newLogin === null) return { is: 'rejected', why: 'The command names no new login.' };
  const others = await findByLogin(game, newLogin);
  if (others.some(({ accountId }) => accountId !== row.accountId)) return TAKEN;
  await connection.execute(
    `update ${accounts.table} set ${accounts.login} = :newLogin where ${accounts.id} = :id`,
    { newLogin, id: row.accountId },
  );
  return record(connection, accountDBID, { ...row, login: newLogin });
}

async function record(
  connection: GameConnection,
  accountDBID: number,
  row: AccountRow,
): Promise<AccountOutcome> {
  const gameAccountId = String(row.accountId);
  await saveMappedAccount(connection, { accountDBID, login: row.login, gameAccountId });
  return done(row);
}

function done({ login, accountId }: AccountRow): AccountOutcome {
  return { is: 'done', login, gameAccountId: String(accountId) };
}

function columnsOf({ id, login, password, isServers }: AccountTable): string {
  return `${id} as accountId, ${login} as login, ${password} as pass, ${isServers} as isServers`;
}

async function findByLogin({ connection, accounts }: Game, login: string): Promise<AccountRow[]> {
  return connection.query<AccountRow>(
    `select ${columnsOf(accounts)} from ${accounts.table} where ${accounts.login} = :login order by ${accounts.id} limit 2`,
    { login },
  );
}

async function findById(
  { connection, accounts }: Game,
  gameAccountId: string,
): Promise<AccountRow | undefined> {
  const id = Number(gameAccountId);
  if (!Number.isSafeInteger(id)) return undefined;
  const [row] = await connection.query<AccountRow>(
    `select ${columnsOf(accounts)} from ${accounts.table} where ${accounts.id} = :id`,
    { id },
  );
  return row;
}

/** In constant time. */
function isSame(stored: string, given: string): boolean {
  return timingSafeEqual(hash(comparable(stored)), hash(comparable(given)));
}

/** Hashes in the table may be in uppercase. */
function comparable(password: string): string {
  return HASH.test(password) ? password.toLowerCase() : password;
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
