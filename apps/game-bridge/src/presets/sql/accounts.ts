import type { CredentialScheme } from '@waygate/contract/game-accounts/credential-rules.schemas';
import type { AccountCommand } from '@waygate/contract/game-accounts/game-accounts.schemas';
import type { AccountOutcome } from '#adapter.ts';
import { databaseFault } from '#database/database-errors.ts';
import type { GameConnection, GameDatabase, SqlParameters, SqlValue } from '#database/game-database.ts';
import { findMappedAccount, findMappedOwner, type MappedAccount, saveMappedAccount } from '#game-accounts.ts';
import type { AccountStatements, Statement } from './options.ts';
import { isProofOf } from './proof.ts';

type Accounts = { database: GameDatabase; statements: AccountStatements; scheme: CredentialScheme };

/** Does a command about an account by the operator's statements, in one transaction with the table of accounts. */
export async function commandBySql(accounts: Accounts, command: AccountCommand): Promise<AccountOutcome> {
  try {
    return await accounts.database.transaction((connection) => change({ ...accounts, connection, command }));
  } catch (error) {
    // Somebody else took the login, or another bridge did the same; the next try sees which.
    if (databaseFault(error) !== 'duplicate') throw error;
    return command.kind === 'lock' || command.kind === 'unlock'
      ? { is: 'later', why: 'Another change came first.' }
      : { is: 'taken', why: `The game has another account ${command.newLogin ?? command.login}.` };
  }
}

type Change = Accounts & { connection: GameConnection; command: AccountCommand };

async function change(work: Change): Promise<AccountOutcome> {
  const { connection, command, statements } = work;
  const account = await findMappedAccount(connection, command.accountDBID);
  if (command.kind === 'create') return account ? done(account) : create(work);
  if (command.kind === 'claim') return claim(work, account);
  if (!account) return { is: 'missing', why: `The bridge knows no account ${command.login}.` };
  switch (command.kind) {
    case 'set_password':
      return run(work, account, statements.setPassword);
    case 'lock':
      return run(work, account, statements.lock);
    case 'unlock':
      return run(work, account, statements.unlock);
    case 'rename':
      return rename(work, account);
  }
}

async function create({ connection, command, statements }: Change): Promise<AccountOutcome> {
  const { accountDBID, login } = command;
  if ((await findId(connection, statements, login)) !== undefined) return taken(login);
  const insertId = await runAll(connection, statements.create, parametersFor(command, undefined));
  const gameAccountId = (await findId(connection, statements, login)) ?? String(insertId);
  const account = { accountDBID, login, gameAccountId };
  await saveMappedAccount(connection, account);
  return done(account);
}

async function rename(work: Change, account: MappedAccount): Promise<AccountOutcome> {
  const { connection, command, statements } = work;
  const login = command.newLogin ?? '';
  if (!statements.rename) return { is: 'rejected', why: 'Accounts of this game keep their login.' };
  const owner = await findId(connection, statements, login);
  if (owner === account.gameAccountId) return done({ ...account, login });
  if (owner !== undefined) return taken(login);
  await runAll(connection, statements.rename, parametersFor(command, account));
  const renamed = { ...account, login };
  await saveMappedAccount(connection, renamed);
  return done(renamed);
}

async function claim(
  { connection, command, statements, scheme }: Change,
  account?: MappedAccount,
): Promise<AccountOutcome> {
  const { login, accountDBID, proof } = command;
  if (account) return account.login.toLowerCase() === login.toLowerCase() ? done(account) : taken(login);
  if (!statements.verify) return { is: 'rejected', why: "The bridge can't check passwords of this game." };
  const [row] = await connection.query<{ id: unknown; verifier: unknown }>(statements.verify, { login });
  if (!row) return { is: 'missing', why: `The game has no account ${login}.` };
  const gameAccountId = String(row.id);
  if (await findMappedOwner(connection, gameAccountId)) return taken(login);
  if (!(await isProofOf(proof?.scheme ?? scheme, proof?.proof ?? '', String(row.verifier)))) {
    return { is: 'wrong_password', why: `That isn't the password of ${login}.` };
  }
  const claimed = { accountDBID, login, gameAccountId };
  await saveMappedAccount(connection, claimed);
  return done(claimed);
}

async function run(
  { connection, command }: Change,
  account: MappedAccount,
  list: Statement[],
): Promise<AccountOutcome> {
  await runAll(connection, list, parametersFor(command, account));
  return done(account);
}

async function runAll(
  connection: GameConnection,
  list: Statement[],
  parameters: SqlParameters,
): Promise<number> {
  let insertId = 0;
  for (const { sql } of list) {
    const result = await connection.execute(sql, { ...parameters, insertId });
    if (result.insertId > 0) insertId = result.insertId;
  }
  return insertId;
}

/** The first column of the first row. */
async function findId(
  connection: GameConnection,
  { exists }: AccountStatements,
  login: string,
): Promise<string | undefined> {
  const [row] = await connection.query<Record<string, SqlValue>>(exists, { login });
  const [id] = Object.values(row ?? {});
  return id === undefined || id === null ? undefined : String(id);
}

function parametersFor(command: AccountCommand, account: MappedAccount | undefined): SqlParameters {
  const { accountDBID, login, newLogin, email, credential, lockedUntil } = command;
  return {
    accountId: accountDBID,
    login: account?.login ?? login,
    newLogin,
    gameAccountId: account?.gameAccountId ?? null,
    email,
    verifier: credential?.verifier ?? null,
    salt: credential?.salt ?? null,
    until: lockedUntil === null ? null : new Date(lockedUntil),
  };
}

function done({ login, gameAccountId }: MappedAccount): AccountOutcome {
  return { is: 'done', login, gameAccountId };
}

function taken(login: string): AccountOutcome {
  return { is: 'taken', why: `The game has another account ${login}.` };
}
