import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import type { AuthorizeBridge } from '#platform/auth/bridge.ts';
import { createToken, hashToken } from '#platform/auth/tokens.ts';
import type { Database, Db } from '#platform/db/database.ts';
import { invalid } from '#platform/errors/app-error.ts';
import { storableAddress } from '#platform/http/address.ts';
import {
  countBridgeTokens,
  insertBridgeAddress,
  insertBridgeToken,
  seedBridgeAddresses,
  selectAdmission,
  selectBridgeTokens,
  updateBridgeTokensRevoked,
} from './bridge.queries.ts';

/** Any constant does, as long as every process takes the same one. */
const TOKEN_LOCK = 7_229_283;

const LOOPBACK = ['127.0.0.1', '::1'];

/** Looks into the database each time, so that a revoked token is refused by every process at once. */
export function createAuthorizeBridge(db: Db): AuthorizeBridge {
  return async (token, address) => {
    const found = await selectAdmission(db, {
      tokenHash: hashToken(token),
      address: storableAddress(address),
    });
    if (!found?.hasToken) return 'wrong_token';
    return found.isListed ? 'admitted' : 'unlisted_address';
  };
}

/**
 * Makes the first token if there never was one. Any number of processes may call it at once.
 *
 * @param given undefined: one is made up
 * @returns the token when it was made now: it is stored hashed and cannot be told later
 */
export async function ensureBridgeToken(
  db: Database,
  given: string | undefined,
): Promise<string | undefined> {
  if ((await countBridgeTokens(db)) > 0) return undefined;
  const token = given ?? createToken();
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${TOKEN_LOCK})`);
    if ((await countBridgeTokens(tx)) > 0) return undefined;
    await insertBridgeToken(tx, { tokenHash: hashToken(token), label: 'first start' });
    return token;
  });
}

/** One more valid token, for rotation: give it to the game, then revoke the old one. */
export async function addBridgeToken(db: Db, label: string): Promise<string> {
  const token = createToken();
  await insertBridgeToken(db, { tokenHash: hashToken(token), label });
  return token;
}

/** A token as an operator sees it: `id` names it without opening anything. */
export type BridgeToken = { id: string; label: string; createdAt: Date; revokedAt: Date | null };

/** Newest first. */
export function listBridgeTokens(db: Db): Promise<BridgeToken[]> {
  return selectBridgeTokens(db);
}

/**
 * Every process refuses it from now on.
 *
 * @returns whether it was valid until now
 */
export async function revokeBridgeToken(db: Db, id: string): Promise<boolean> {
  return (await updateBridgeTokensRevoked(db, { id })) > 0;
}

/** A new token, and the end of all others at once: for one that somebody else may know. */
export async function rotateBridgeTokens(
  db: Database,
  label: string,
): Promise<{ token: string; revoked: number }> {
  return db.transaction(async (tx) => {
    // Of two that rotate at once, the later one's token is the one that stays.
    await tx.execute(sql`select pg_advisory_xact_lock(${TOKEN_LOCK})`);
    const revoked = await updateBridgeTokensRevoked(tx, 'all');
    return { token: await addBridgeToken(tx, label), revoked };
  });
}

/**
 * Lets the bridge call from one more address.
 *
 * @returns the address as it is listed; undefined when it was listed before
 */
export async function allowAddress(db: Db, address: string): Promise<string | undefined> {
  const plain = storableAddress(address);
  if (plain === null) throw invalid('This is not an IP address.', { ip: 'This is not an IP address.' });
  return insertBridgeAddress(db, plain);
}

/** A game server on the same machine needs no more than the token. */
export function allowLoopback(db: Db): Promise<void> {
  return seedBridgeAddresses(db, LOOPBACK);
}

/**
 * Keeps a valid token in a file that only its owner reads, for the game simulator on this machine.
 *
 * @param made the token that was made just now, if one was
 */
export async function keepBridgeTokenFile(db: Db, file: string, made: string | undefined): Promise<void> {
  if (made === undefined && (await isValidFile(db, file))) return;
  const token = made ?? (await addBridgeToken(db, 'token file'));
  await mkdir(path.dirname(file), { recursive: true });
  // Renamed into place, so that nobody reads half of it; another process may be writing its own.
  const written = `${file}.${randomBytes(4).toString('hex')}`;
  await writeFile(written, `${token}\n`, { mode: 0o600 });
  await rename(written, file);
}

async function isValidFile(db: Db, file: string): Promise<boolean> {
  const token = await readFile(file, 'utf8').catch(() => '');
  const found = await selectAdmission(db, { tokenHash: hashToken(token.trim()), address: null });
  return found?.hasToken ?? false;
}
