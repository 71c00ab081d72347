import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { type Db, prepared } from '#platform/db/database.ts';
import { bridgeAddresses, bridgeTokens } from './game-servers.tables.ts';

const admission = prepared((db) =>
  db
    .select({
      serverId: bridgeTokens.serverId,
      // Spelled out: in a select from one table Drizzle omits the table's name.
      isListed: sql<boolean>`exists (
        select from bridge_addresses as listed
        where listed.address = ${sql.placeholder('address')}::inet and listed.server_id = bridge_tokens.server_id)`,
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

export async function countBridgeTokens(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from bridge_tokens`);
  return rows[0]?.count ?? 0;
}

/** Eight digits of the hash: enough to distinguish an operator's few tokens. */
const tokenId = sql<string>`left(encode(${bridgeTokens.tokenHash}, 'hex'), 8)`;

/** A token as shown to operators. `id` identifies it and grants no access. */
export type BridgeToken = { id: string; label: string; createdAt: Date; revokedAt: Date | null };

const tokenFields = {
  id: tokenId,
  label: bridgeTokens.label,
  createdAt: bridgeTokens.createdAt,
  revokedAt: bridgeTokens.revokedAt,
};

/** A server's, newest first. */
export async function selectBridgeTokens(db: Db, serverId: number): Promise<BridgeToken[]> {
  return db
    .select(tokenFields)
    .from(bridgeTokens)
    .where(eq(bridgeTokens.serverId, serverId))
    .orderBy(desc(bridgeTokens.createdAt), tokenId);
}

export async function insertBridgeToken(
  db: Db,
  token: { tokenHash: Buffer; label: string; serverId: number },
): Promise<BridgeToken> {
  const [row] = await db.insert(bridgeTokens).values(token).returning(tokenFields);
  if (!row) throw new Error('The token was not written.');
  return row;
}

/**
 * Without an `id`, all tokens of the server.
 *
 * @returns the tokens that were valid
 */
export async function updateBridgeTokensRevoked(
  db: Db,
  { serverId, id }: { serverId: number; id?: string },
): Promise<{ label: string }[]> {
  const isSelected = id === undefined ? undefined : eq(tokenId, id);
  return db
    .update(bridgeTokens)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(bridgeTokens.serverId, serverId), isNull(bridgeTokens.revokedAt), isSelected))
    .returning({ label: bridgeTokens.label });
}

type AddressOfServer = { serverId: number; address: string };

/** @returns the address as it is stored; undefined when it was already listed */
export async function insertBridgeAddress(db: Db, added: AddressOfServer): Promise<string | undefined> {
  const [row] = await db
    .insert(bridgeAddresses)
    .values(added)
    .onConflictDoNothing()
    .returning({ address: bridgeAddresses.address });
  return row?.address;
}

/** @returns the address as it was stored; undefined when it wasn't listed */
export async function deleteBridgeAddress(
  db: Db,
  { serverId, address }: AddressOfServer,
): Promise<string | undefined> {
  const [row] = await db
    .delete(bridgeAddresses)
    .where(and(eq(bridgeAddresses.address, address), eq(bridgeAddresses.serverId, serverId)))
    .returning({ address: bridgeAddresses.address });
  return row?.address;
}

/** A server's, oldest first. */
export async function selectBridgeAddresses(
  db: Db,
  serverId: number,
): Promise<{ address: string; addedAt: Date }[]> {
  const { address, addedAt } = bridgeAddresses;
  return db
    .select({ address, addedAt })
    .from(bridgeAddresses)
    .where(eq(bridgeAddresses.serverId, serverId))
    .orderBy(addedAt, address);
}

/** For the first server. Runs once per database, so that removed addresses don't return at the next start. */
export async function seedBridgeAddresses(db: Db, addresses: string[]): Promise<void> {
  await db.execute(sql`
    with seeded as (
      insert into seeds (name) values ('bridge addresses') on conflict do nothing returning name
    )
    insert into bridge_addresses (address)
    select address::inet from seeded, unnest(${sql.param(addresses)}::text[]) as address
    on conflict do nothing`);
}
