import { sql } from 'drizzle-orm';
import type { SealedText } from '#platform/crypto/sealed-box.ts';
import type { Db } from '#platform/db/database.ts';

/** Tables with secrets of authenticator apps, and their keys. Setups end within the hour, and count only as what needs a key. */
export const RESEALED_TABLES = [
  { table: 'totp_factors', key: 'account_id' },
  { table: 'replaced_factors', key: 'id' },
] as const;

export type ResealedTable = (typeof RESEALED_TABLES)[number];

export type OutdatedSecret = { rowId: number; accountId: number; keyId: string; sealed: string };

/** Secrets that are encrypted with another key than this one, after a row. */
export async function selectOutdatedSecrets(
  db: Db,
  { table, key: keyColumn }: ResealedTable,
  { newest, after, limit }: { newest: string; after: number; limit: number },
): Promise<OutdatedSecret[]> {
  const key = sql.identifier(keyColumn);
  const { rows } = await db.execute<OutdatedSecret>(sql`
    select ${key} as "rowId", account_id as "accountId", key_id as "keyId", encode(sealed, 'base64') as sealed
    from ${sql.identifier(table)} where key_id <> ${newest} and ${key} > ${after} order by ${key} limit ${limit}`);
  return rows;
}

/** Replaces a secret that is still this one: its owner may have set up another app meanwhile. @returns whether it was */
export async function updateSealed(
  db: Db,
  { table, key }: ResealedTable,
  { rowId, sealed: before, keyId, sealedAgain }: OutdatedSecret & { sealedAgain: SealedText },
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update ${sql.identifier(table)} set key_id = ${sealedAgain.keyId}, sealed = ${sealedAgain.sealed}
    where ${sql.identifier(key)} = ${rowId} and key_id = ${keyId} and sealed = ${Buffer.from(before, 'base64')}`);
  return rowCount === 1;
}

/** Ids of keys that a stored secret needs, those of setups too. */
export async function selectUsedKeyIds(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ keyId: string }>(sql`
    select key_id as "keyId" from totp_factors union select key_id from totp_setups
    union select key_id from replaced_factors where key_id is not null`);
  return rows.map(({ keyId }) => keyId);
}
