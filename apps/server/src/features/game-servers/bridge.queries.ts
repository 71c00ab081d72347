import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { type Db, prepared } from '#platform/db/database.ts';
import { bridgeAddresses, bridgeTokens } from './game-servers.tables.ts';

const admission = prepared((db) =>
  db
    .select({
      serverId: bridgeTokens.serverId,
      isListed: sql<boolean>`exists (
        select from ${bridgeAddresses}
        where address = ${sql.placeholder('address')}::inet and server_id = ${bridgeTokens.serverId})`,
    })
    .from(bridgeTokens)
    .where(and(eq(bridgeTokens.tokenHash, sql.placeholder('tokenHash')), isNull(bridgeTokens.revokedAt)))
    .prepare('bridge_admission'),
);

/** @returns the server of a valid token, and whether its bridge may call from the address; undefined for other tokens */
export async function selectAdmission(
  db: Db,
  asked: { tokenHash: Buffer; address: string | null },
): Promise<{ serverId: number; isListed: boolean } | undefined> {
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

/** Eight digits of the hash: enough to distinguish an operator's few tokens. */
const tokenId = sql<string>`left(encode(${bridgeTokens.tokenHash}, 'hex'), 8)`;

/** A token as shown to operators. `id` identifies it and grants no access. */
export type BridgeToken = { id: string; label: string; createdAt: Date; revokedAt: Date | null };

/** Newest first. */
export async function selectBridgeTokens(db: Db): Promise<BridgeToken[]> {
  const { label, createdAt, revokedAt } = bridgeTokens;
  return db
    .select({ id: tokenId, label, createdAt, revokedAt })
    .from(bridgeTokens)
    .orderBy(desc(createdAt), tokenId);
}

/** @returns how many valid tokens were revoked */
export async function updateBridgeTokensRevoked(db: Db, which: { id: string } | 'all'): Promise<number> {
  const isSelected = which === 'all' ? undefined : eq(tokenId, which.id);
  const revoked = await db
    .update(bridgeTokens)
    .set({ revokedAt: sql`now()` })
    .where(and(isNull(bridgeTokens.revokedAt), isSelected))
    .returning({ label: bridgeTokens.label });
  return revoked.length;
}

/** @returns undefined when the address was already listed */
export async function insertBridgeAddress(db: Db, address: string): Promise<string | undefined> {
  const [row] = await db
    .insert(bridgeAddresses)
    .values({ address })
    .onConflictDoNothing()
    .returning({ address: bridgeAddresses.address });
  return row?.address;
}

/** Runs once per database, so that removed addresses don't return at the next start. */
export async function seedBridgeAddresses(db: Db, addresses: string[]): Promise<void> {
  await db.execute(sql`
    with seeded as (
      insert into seeds (name) values ('bridge addresses') on conflict do nothing returning name
    )
    insert into bridge_addresses (address)
    select address::inet from seeded, unnest(${sql.param(addresses)}::text[]) as address
    on conflict do nothing`);
}
