import { sql } from 'drizzle-orm';
import { addBridgeToken } from '#features/game-servers/game-servers.ts';
import { hashToken } from '#platform/auth/tokens.ts';
import { createGameServer } from '#test/bridge.ts';
import type { Shop } from '#test/shop-journeys.ts';
import { onRecord, type StaffWriteCase, withBody } from '#test/staff-writes.ts';

let made = 0;

export const STAFF_WRITES: StaffWriteCase[] = [
  onRecord('createGameServer', 'creates a game server', () => withBody(serverOf())),
  onRecord('updateGameServer', 'updates a game server', onServer(serverOf())),
  onRecord('createBridgeToken', 'creates a bridge token', onServer({ label: 'Test' })),
  onRecord('revokeBridgeToken', 'revokes a bridge token', async ({ parts }) => {
    const id = await createGameServer(parts.db);
    const token = await addBridgeToken(parts.db, 'test', id);
    return { id, params: { tokenId: hashToken(token).toString('hex').slice(0, 8) } };
  }),
  onRecord('addBridgeAddress', "allows an address to a server's bridge", onServer({ address: '192.0.2.1' })),
  onRecord('removeBridgeAddress', 'removes an address', async ({ parts }) => {
    const id = await createGameServer(parts.db);
    await parts.db.execute(
      sql`insert into bridge_addresses (address, server_id) values ('192.0.2.1', ${id})`,
    );
    return { id, body: { address: '192.0.2.1' } };
  }),
];

function serverOf() {
  made += 1;
  return { name: `Server ${made}`, slug: `server-${made}`, position: 5 };
}

function onServer(body: object) {
  return async ({ parts }: Shop) => ({ id: await createGameServer(parts.db), body });
}
