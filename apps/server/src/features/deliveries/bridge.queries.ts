import { sql } from 'drizzle-orm';
import { type Db, prepared } from '#platform/db/database.ts';
import { bridgeAddresses, bridgeTokens } from './deliveries.tables.ts';

const admission = prepared((db) =>
  db
    .select({
      hasToken: sql<boolean>`exists (
        select from ${bridgeTokens} where token_hash = ${sql.placeholder('tokenHash')} and revoked_at is null)`,
      isListed: sql<boolean>`exists (
        select from ${bridgeAddresses} where address = ${sql.placeholder('address')}::inet)`,
    })
    .from(sql`(values (1)) as one`)
    .prepare('bridge_admission'),
);

export async function selectAdmission(
  db: Db,
  asked: { tokenHash: Buffer; address: string | null },
): Promise<{ hasToken: boolean; isListed: boolean } | undefined> {
  const [row] = await admission(db).execute(asked);
  return row;
}

export async function insertBridgeToken(db: Db, token: { tokenHash: Buffer; label: string }): Promise<void> {
  await db.insert(bridgeTokens).values(token);
}

export async function countBridgeTokens(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from bridge_tokens`);
  return rows[0]?.count ?? 0;
}

/** @returns whether it was valid until now */
export async function updateBridgeTokenRevoked(db: Db, tokenHash: Buffer): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update bridge_tokens set revoked_at = now() where token_hash = ${tokenHash} and revoked_at is null`);
  return rowCount === 1;
}

export async function insertBridgeAddress(db: Db, address: string): Promise<void> {
  await db.insert(bridgeAddresses).values({ address }).onConflictDoNothing();
}

/** Once in a database's life: whoever removes them later does not get them back. */
export async function seedBridgeAddresses(db: Db, addresses: string[]): Promise<void> {
  await db.execute(sql`
    with seeded as (
      insert into seeds (name) values ('bridge addresses') on conflict do nothing returning name
    )
    insert into bridge_addresses (address)
    select address::inet from seeded, unnest(${sql.param(addresses)}::text[]) as address
    on conflict do nothing`);
}
