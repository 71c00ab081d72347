import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import type { AuthorizeBridge } from '#platform/auth/bridge.ts';
import { createToken, hashToken } from '#platform/auth/tokens.ts';
import { ADVISORY_LOCKS } from '#platform/db/advisory-locks.ts';
import type { Database, Db } from '#platform/db/database.ts';
import { invalid } from '#platform/errors/app-error.ts';
import { storableAddress } from '#platform/http/address.ts';
import {
  countBridgeTokens,
  insertBridgeAddress,
  insertBridgeToken,
  seedBridgeAddresses,
  selectAdmission,
  updateBridgeTokensRevoked,
} from './bridge.queries.ts';
import { FIRST_SERVER_ID } from './game-servers.tables.ts';

const LOOPBACK = ['127.0.0.1', '::1'];

/** Checks the database on each call, so that every process refuses a revoked token immediately. */
export function createAuthorizeBridge(db: Db): AuthorizeBridge {
  return async (token, address) => {
    const found = await selectAdmission(db, {
      tokenHash: hashToken(token),
      address: storableAddress(address),
    });
    if (!found) return 'wrong_token';
    return found.isListed ? { serverId: found.serverId } : 'unlisted_address';
  };
}

/**
 * Creates the first token, for the first server, if there never was one. Any number of processes may call it at once.
 *
 * @param given the token to use; undefined generates one
 * @param keepToken stores a generated token where the operator finds it, before it is committed; what it throws undoes it
 * @returns the created token, which is stored hashed and cannot be read later; undefined when there was one
 */
export async function ensureBridgeToken(
  db: Database,
  given: string | undefined,
  keepToken: (token: string) => Promise<void> = async () => {},
): Promise<string | undefined> {
  if ((await countBridgeTokens(db)) > 0) return undefined;
  const token = given ?? createToken();
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.bridgeTokens})`);
    if ((await countBridgeTokens(tx)) > 0) return undefined;
    if (given === undefined) await keepToken(token);
    await addToken(tx, { token, label: 'first start', serverId: FIRST_SERVER_ID });
    return token;
  });
}

/** Adds a valid token. To rotate, give it to the game, then revoke the old one. */
export async function addBridgeToken(db: Db, label: string, serverId = FIRST_SERVER_ID): Promise<string> {
  const token = createToken();
  await addToken(db, { token, label, serverId });
  return token;
}

async function addToken(
  db: Db,
  { token, ...described }: { token: string; label: string; serverId: number },
): Promise<void> {
  await insertBridgeToken(db, { tokenHash: hashToken(token), ...described });
}

/**
 * Revokes a server's token. Every process refuses it immediately.
 *
 * @returns whether the token was valid
 */
export async function revokeBridgeToken(db: Db, id: string, serverId = FIRST_SERVER_ID): Promise<boolean> {
  return (await updateBridgeTokensRevoked(db, { id, serverId })).length > 0;
}

/** Adds a token and revokes all others of the server, for example after a leak. */
export async function rotateBridgeTokens(
  db: Database,
  label: string,
  serverId = FIRST_SERVER_ID,
): Promise<{ token: string; revoked: number }> {
  return db.transaction(async (tx) => {
    // Serialises rotations: the token of the last one remains valid.
    await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.bridgeTokens})`);
    const revoked = await updateBridgeTokensRevoked(tx, { serverId });
    return { token: await addBridgeToken(tx, label, serverId), revoked: revoked.length };
  });
}

/**
 * Allows the first server's bridge to call from an address.
 *
 * @returns the normalised address; undefined when it was already listed
 * @throws validation_failed when it isn't an IP address
 */
export async function allowAddress(db: Db, address: string): Promise<string | undefined> {
  const plain = storableAddress(address);
  if (plain === null) throw invalid('This is not an IP address.', { ip: 'This is not an IP address.' });
  return insertBridgeAddress(db, { serverId: FIRST_SERVER_ID, address: plain });
}

/** Allows calls from this machine, so that a local game server needs only the token. */
export function allowLoopback(db: Db): Promise<void> {
  return seedBridgeAddresses(db, LOOPBACK);
}

/**
 * Keeps a valid token of the first server in a file that only its owner can read, for the game simulator on this machine.
 *
 * @param created the token that was just created, if any
 */
export async function keepBridgeTokenFile(db: Db, file: string, created: string | undefined): Promise<void> {
  if (created === undefined && (await isValidFile(db, file))) return;
  const token = created ?? (await addBridgeToken(db, 'token file'));
  await mkdir(path.dirname(file), { recursive: true });
  // Written under a unique name and renamed, so that readers and concurrent writers never see a partial file.
  const written = `${file}.${randomBytes(4).toString('hex')}`;
  await writeFile(written, `${token}\n`, { mode: 0o600 });
  await rename(written, file);
}

async function isValidFile(db: Db, file: string): Promise<boolean> {
  const token = await readFile(file, 'utf8').catch(() => '');
  const found = await selectAdmission(db, { tokenHash: hashToken(token.trim()), address: null });
  return found?.serverId === FIRST_SERVER_ID;
}
