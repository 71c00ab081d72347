import type { GameServerAccess } from '@waygate/contract/game-servers/game-servers.admin.schemas';
import {
  type BridgeToken,
  deleteBridgeAddress,
  insertBridgeAddress,
  insertBridgeToken,
  selectBridgeAddresses,
  selectBridgeTokens,
  updateBridgeTokensRevoked,
} from '#features/game-servers/bridge.queries.ts';
import { selectGameServer } from '#features/game-servers/game-servers.queries.ts';
import { asStaff, audited, type Staff, unchanged } from '#features/staff/staff.ts';
import { createToken, hashToken } from '#platform/auth/tokens.ts';
import type { Database, Db } from '#platform/db/database.ts';
import { invalid, notFound } from '#platform/errors/app-error.ts';
import { storableAddress } from '#platform/http/address.ts';

type Token = GameServerAccess['tokens'][number];
type AddressOfServer = { serverId: number; address: string };

/** @throws notFound */
export async function getServerAccess(db: Db, serverId: number): Promise<GameServerAccess> {
  await requireServer(db, serverId);
  const tokens = await selectBridgeTokens(db, serverId);
  const addresses = await selectBridgeAddresses(db, serverId);
  return {
    tokens: tokens.map(presentToken),
    addresses: addresses.map(({ address, addedAt }) => ({ address, addedAt: addedAt.toISOString() })),
  };
}

/**
 * @returns the token, which is stored hashed and cannot be read later
 * @throws what `asStaff` throws; notFound for the server
 */
export function createServerToken(
  db: Database,
  staff: Staff,
  { serverId, label }: { serverId: number; label: string },
): Promise<Token & { token: string }> {
  return asStaff(db, staff, { section: 'owner' }, async ({ tx }) => {
    await requireServer(tx, serverId);
    const token = createToken();
    const row = await insertBridgeToken(tx, { tokenHash: hashToken(token), label: label.trim(), serverId });
    const { tokenId, ...shown } = presentToken(row);
    return audited(
      { kind: 'bridge_token.create', target: serverId, after: { tokenId, label: shown.label } },
      { token, tokenId, ...shown },
    );
  });
}

/** @throws what `asStaff` throws; notFound for a token that isn't valid, or is another server's */
export function revokeServerToken(
  db: Database,
  staff: Staff,
  { serverId, tokenId }: { serverId: number; tokenId: string },
): Promise<void> {
  return asStaff(db, staff, { section: 'owner' }, async ({ tx }) => {
    const [revoked] = await updateBridgeTokensRevoked(tx, { id: tokenId, serverId });
    if (!revoked) throw notFound('This server has no such valid token.');
    return audited({
      kind: 'bridge_token.revoke',
      target: serverId,
      before: { tokenId, label: revoked.label },
    });
  });
}

/** @throws what `asStaff` throws; notFound for the server; invalid for something that isn't an address */
export function addServerAddress(
  db: Database,
  staff: Staff,
  added: AddressOfServer,
): Promise<GameServerAccess> {
  return asStaff(db, staff, { section: 'owner' }, async ({ tx }) => {
    const { serverId } = added;
    await requireServer(tx, serverId);
    const address = await insertBridgeAddress(tx, { serverId, address: normalised(added.address) });
    const access = await getServerAccess(tx, serverId);
    if (address === undefined) return unchanged(access);
    return audited({ kind: 'bridge_address.add', target: serverId, after: { address } }, access);
  });
}

/** @throws what `asStaff` throws; notFound for the server; invalid for something that isn't an address */
export function removeServerAddress(
  db: Database,
  staff: Staff,
  removed: AddressOfServer,
): Promise<GameServerAccess> {
  return asStaff(db, staff, { section: 'owner' }, async ({ tx }) => {
    const { serverId } = removed;
    await requireServer(tx, serverId);
    const address = await deleteBridgeAddress(tx, { serverId, address: normalised(removed.address) });
    const access = await getServerAccess(tx, serverId);
    if (address === undefined) return unchanged(access);
    return audited({ kind: 'bridge_address.remove', target: serverId, before: { address } }, access);
  });
}

/** Servers are never deleted, so nothing has to be locked. */
async function requireServer(db: Db, serverId: number): Promise<void> {
  if (!(await selectGameServer(db, serverId))) throw notFound('There is no such game server.');
}

function normalised(address: string): string {
  const plain = storableAddress(address);
  if (plain === null) throw invalid('This is not an IP address.', { address: 'This is not an IP address.' });
  return plain;
}

function presentToken({ id, label, createdAt, revokedAt }: BridgeToken): Token {
  return {
    tokenId: id,
    label,
    createdAt: createdAt.toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
  };
}
