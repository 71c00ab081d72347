import type {
  AccountCommand,
  Credential,
  Proof,
} from '@waygate/contract/game-accounts/game-accounts.schemas';
import type { AccountOutcome } from '#adapter.ts';
import { databaseFault } from '#database/database-errors.ts';
import type { GameConnection, GameDatabase } from '#database/game-database.ts';
import { findMappedAccount, findMappedOwner, type MappedAccount, saveMappedAccount } from '#game-accounts.ts';
import { isVerifierOf } from './srp6.ts';

export type AccountContext = { accountDatabase: GameDatabase; expansion: number };

type AccountRow = { id: number; username: string; salt: Buffer; verifier: Buffer };
type Outcome = Promise<AccountOutcome>;

/** Marks the bans of the portal, so that a ban of the game's own staff is never lifted. */
const BANNED_BY = 'Waygate';
const HEX_32_BYTES = /^[0-9a-f]{64}$/i;
const UNIX_MAX = 4_294_967_295;

/** Each command is one transaction in the database of the accounts, and safe to repeat. */
export async function runAccountCommand(
  { accountDatabase, expansion }: AccountContext,
  command: AccountCommand,
): Outcome {
  try {
    return await accountDatabase.transaction((connection) => run(connection, command, expansion));
  } catch (error) {
    // Somebody else was faster. Ours would have been found by its owner.
    if (databaseFault(error) === 'duplicate') return taken(command.login);
    throw error;
  }
}

function run(connection: GameConnection, command: AccountCommand, expansion: number): Outcome {
  switch (command.kind) {
    case 'create':
      return create(connection, command, expansion);
    case 'set_password':
      return setPassword(connection, command);
    case 'rename':
      // The verifier is made of the login, too.
      return Promise.resolve({ is: 'rejected', why: "AzerothCore can't rename an account." });
    case 'claim':
      return claim(connection, command);
    case 'lock':
      return lock(connection, command);
    case 'unlock':
      return unlock(connection, command);
  }
}

async function create(connection: GameConnection, command: AccountCommand, expansion: number): Outcome {
  const { accountDBID, credential } = command;
  const login = command.login.toUpperCase();
  const mapped = await findMappedAccount(connection, accountDBID);
  if (mapped && (await findAccountById(connection, mapped.gameAccountId))) return done(mapped);
  const numbers = readCredential(credential);
  if (!numbers) return noCredential();
  if (await findAccount(connection, login)) return taken(login);
  const email = (command.email ?? '').toUpperCase();
  const { insertId } = await connection.execute(
    `insert into account (username, salt, verifier, expansion, email, reg_mail)
     values (:login, :salt, :verifier, :expansion, :email, :email)`,
    { login, ...numbers, expansion, email },
  );
  // As the worldserver does for an account of its own.
  await connection.execute(
    `insert into realmcharacters (realmid, acctid, numchars)
     select r.id, :insertId, 0 from realmlist r
     where not exists (select 1 from realmcharacters c where c.realmid = r.id and c.acctid = :insertId)`,
    { insertId },
  );
  const account = { accountDBID, login, gameAccountId: String(insertId) };
  await saveMappedAccount(connection, account);
  return done(account);
}

async function setPassword(connection: GameConnection, { accountDBID, credential }: AccountCommand): Outcome {
  const numbers = readCredential(credential);
  if (!numbers) return noCredential();
  const mapped = await findMappedAccount(connection, accountDBID);
  if (!mapped) return missing();
  // Without the session's key, nobody who knows only the former password can reconnect.
  const { affectedRows } = await connection.execute(
    'update account set salt = :salt, verifier = :verifier, session_key = null where id = :id',
    { ...numbers, id: mapped.gameAccountId },
  );
  return affectedRows === 0 ? missing() : done(mapped);
}

async function claim(connection: GameConnection, { accountDBID, login, proof }: AccountCommand): Outcome {
  const account = await findAccount(connection, login.toUpperCase());
  if (!account) return missing();
  const owner = await findMappedOwner(connection, String(account.id));
  if (owner && owner.accountDBID !== accountDBID) return taken(account.username);
  if (!isProved(account, proof)) return { is: 'wrong_password', why: 'The password is not the account’s.' };
  const claimed = { accountDBID, login: account.username, gameAccountId: String(account.id) };
  await saveMappedAccount(connection, claimed);
  return done(claimed);
}

function isProved({ salt, verifier }: AccountRow, proof: Proof | null): boolean {
  if (proof?.scheme !== 'srp6' || !/^[0-9a-f]{40}$/i.test(proof.proof)) return false;
  return isVerifierOf(verifier, salt, Buffer.from(proof.proof, 'hex'));
}

/** `unbandate = bandate` is a ban for good. */
async function lock(connection: GameConnection, { accountDBID, lockedUntil }: AccountCommand): Outcome {
  const mapped = await findMappedAccount(connection, accountDBID);
  if (!mapped) return missing();
  const id = mapped.gameAccountId;
  const until = lockedUntil === null ? 0 : Math.min(UNIX_MAX, Math.ceil(Date.parse(lockedUntil) / 1000));
  await endOwnBans(connection, id);
  // Two bans within one second have one key.
  await connection.execute(
    `insert into account_banned (id, bandate, unbandate, bannedby, banreason, active)
     values (:id, unix_timestamp(), if(:until = 0, unix_timestamp(), :until), :by, 'Banned in the portal', 1)
     on duplicate key update unbandate = values(unbandate), bannedby = values(bannedby), active = 1`,
    { id, until, by: BANNED_BY },
  );
  await connection.execute('update account set session_key = null where id = :id', { id });
  return done(mapped);
}

async function unlock(connection: GameConnection, { accountDBID }: AccountCommand): Outcome {
  const mapped = await findMappedAccount(connection, accountDBID);
  if (!mapped) return missing();
  await endOwnBans(connection, mapped.gameAccountId);
  return done(mapped);
}

async function endOwnBans(connection: GameConnection, id: string): Promise<void> {
  await connection.execute(
    'update account_banned set active = 0 where id = :id and active = 1 and bannedby = :by',
    { id, by: BANNED_BY },
  );
}

async function findAccount(connection: GameConnection, login: string): Promise<AccountRow | undefined> {
  const [row] = await connection.query<AccountRow>(
    'select id, username, salt, verifier from account where username = :login for update',
    { login },
  );
  return row;
}

async function findAccountById(connection: GameConnection, id: string): Promise<boolean> {
  const rows = await connection.query('select 1 as found from account where id = :id', { id });
  return rows.length > 0;
}

function readCredential(credential: Credential | null): { salt: Buffer; verifier: Buffer } | undefined {
  if (credential?.scheme !== 'srp6') return undefined;
  const { salt = '', verifier } = credential;
  if (!HEX_32_BYTES.test(salt) || !HEX_32_BYTES.test(verifier)) return undefined;
  return { salt: Buffer.from(salt, 'hex'), verifier: Buffer.from(verifier, 'hex') };
}

function done({ login, gameAccountId }: MappedAccount): AccountOutcome {
  return { is: 'done', login, gameAccountId };
}

function taken(login: string): AccountOutcome {
  return { is: 'taken', why: `The game has an account ${login} already.` };
}

function missing(): AccountOutcome {
  return { is: 'missing', why: 'The game has no account of this player.' };
}

function noCredential(): AccountOutcome {
  return { is: 'rejected', why: 'The command has no salt and verifier of 32 bytes each.' };
}
