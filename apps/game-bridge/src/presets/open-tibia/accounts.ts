import type { AccountCommand } from '@waygate/contract/game-accounts/game-accounts.schemas';
import type { AccountOutcome } from '#adapter.ts';
import { databaseFault } from '#database/database-errors.ts';
import type { GameConnection, GameDatabase } from '#database/game-database.ts';
import { findMappedAccount, findMappedOwner, type MappedAccount, saveMappedAccount } from '#game-accounts.ts';
import { lockAccount, unlockAccount } from './account-locks.ts';
import type { Argon2Parameters } from './options.ts';
import { isProved, readCredential } from './passwords.ts';

export type AccountContext = {
  database: GameDatabase;
  banPlayerId: number | undefined;
  /** Undefined where the game knows SHA-1 only. */
  argon2: Argon2Parameters | undefined;
};

type AccountRow = { id: number; name: string; password: string };
type Outcome = Promise<AccountOutcome>;

const NO_CREDENTIAL =
  "The command has no password in a form that the game knows. Compare passwordType with the game's config.lua.";
const TAKEN =
  'The game has an account of this login already. Choose another login, or claim the account with its password.';

/** Each command is one transaction, and safe to repeat. */
export async function runAccountCommand(context: AccountContext, command: AccountCommand): Outcome {
  try {
    return await context.database.transaction((connection) => run(context, connection, command));
  } catch (error) {
    if (databaseFault(error) === 'duplicate') return { is: 'taken', why: TAKEN };
    throw error;
  }
}

async function run(context: AccountContext, connection: GameConnection, command: AccountCommand): Outcome {
  if (command.kind === 'create') return create(connection, command);
  if (command.kind === 'claim') return claim(context, connection, command);
  const mapped = await findMappedAccount(connection, command.accountDBID);
  const account = mapped && (await findById(connection, mapped.gameAccountId));
  if (!account) return missing();
  switch (command.kind) {
    case 'set_password':
      return setPassword(connection, command, mapped);
    case 'rename':
      return rename(connection, command, mapped);
    case 'lock': {
      const refusal = await lockAccount(connection, account.id, {
        until: command.lockedUntil,
        playerId: context.banPlayerId,
      });
      return refusal === undefined ? done(mapped) : { is: 'later', why: refusal };
    }
    case 'unlock':
      await unlockAccount(connection, account.id);
      return done(mapped);
  }
}

async function create(connection: GameConnection, command: AccountCommand): Outcome {
  const { accountDBID, login, credential } = command;
  const mapped = await findMappedAccount(connection, accountDBID);
  if (mapped && (await findById(connection, mapped.gameAccountId))) return done(mapped);
  const password = readCredential(credential);
  if (password === undefined) return { is: 'rejected', why: NO_CREDENTIAL };
  if (await findByName(connection, login)) return { is: 'taken', why: TAKEN };
  const email = command.email ?? '';
  if ((await findByEmail(connection, email)).length > 0) {
    // Today's clients sign in with the address, and the game takes the first account that has it.
    const why =
      'The game has an account with your email address already. Claim it with its login and password.';
    return { is: 'taken', why };
  }
  const { insertId } = await connection.execute(
    `insert into accounts (name, password, email, creation) values (:login, :password, :email, unix_timestamp())`,
    { login, password, email },
  );
  const account = { accountDBID, login, gameAccountId: String(insertId) };
  await saveMappedAccount(connection, account);
  return done(account);
}

async function claim(
  { argon2 }: AccountContext,
  connection: GameConnection,
  { accountDBID, login, proof }: AccountCommand,
): Outcome {
  const account = (await findByName(connection, login)) ?? (await findOnlyByEmail(connection, login));
  if (!account) return missing();
  const owner = await findMappedOwner(connection, String(account.id));
  if (owner && owner.accountDBID !== accountDBID) {
    return { is: 'taken', why: 'Another account of the portal has this game account already.' };
  }
  if (!(await isProved(account.password, proof, argon2))) {
    return { is: 'wrong_password', why: 'This is not the password of the account in the game.' };
  }
  const claimed = { accountDBID, login: account.name, gameAccountId: String(account.id) };
  await saveMappedAccount(connection, claimed);
  return done(claimed);
}

async function setPassword(
  connection: GameConnection,
  command: AccountCommand,
  mapped: MappedAccount,
): Outcome {
  const password = readCredential(command.credential);
  if (password === undefined) return { is: 'rejected', why: NO_CREDENTIAL };
  await connection.execute('update accounts set password = :password where id = :id', {
    password,
    id: mapped.gameAccountId,
  });
  return done(mapped);
}

/** The password's hash doesn't contain the login. A taken one violates the game's unique key. */
async function rename(connection: GameConnection, command: AccountCommand, mapped: MappedAccount): Outcome {
  if (command.newLogin === null) return { is: 'rejected', why: 'The command names no new login.' };
  const renamed = { ...mapped, login: command.newLogin };
  await connection.execute('update accounts set name = :login where id = :gameAccountId', renamed);
  await saveMappedAccount(connection, renamed);
  return done(renamed);
}

const COLUMNS = 'id, name, password';

async function findByName(connection: GameConnection, name: string): Promise<AccountRow | undefined> {
  const [row] = await connection.query<AccountRow>(
    `select ${COLUMNS} from accounts where name = :name for update`,
    { name },
  );
  return row;
}

async function findById(connection: GameConnection, id: string): Promise<AccountRow | undefined> {
  const [row] = await connection.query<AccountRow>(
    `select ${COLUMNS} from accounts where id = :id for update`,
    {
      id,
    },
  );
  return row;
}

async function findByEmail(connection: GameConnection, email: string): Promise<AccountRow[]> {
  if (email === '') return [];
  return connection.query<AccountRow>(`select ${COLUMNS} from accounts where email = :email limit 2`, {
    email,
  });
}

async function findOnlyByEmail(connection: GameConnection, email: string): Promise<AccountRow | undefined> {
  const [row, another] = await findByEmail(connection, email);
  return another ? undefined : row;
}

function done({ login, gameAccountId }: MappedAccount): AccountOutcome {
  return { is: 'done', login, gameAccountId };
}

function missing(): AccountOutcome {
  return { is: 'missing', why: 'The game has no account of this login.' };
}
