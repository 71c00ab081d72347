import type { Acknowledgement, Delivery } from '@waygate/contract/deliveries/deliveries.schemas';
import { sql } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { addBridgeToken } from '#features/game-servers/game-servers.ts';
import type { Db } from '#platform/db/database.ts';
import type { BridgeCall, BridgePortal } from './bridge.ts';

/** Another game server, with the calls of its bridge. */
export type SecondServer = {
  serverId: number;
  bridge: (
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    call?: BridgeCall,
  ) => Promise<LightMyRequestResponse>;
  lease: () => Promise<Delivery[]>;
  /** @returns the outcomes, in order */
  acknowledge: (acknowledgements: Acknowledgement[]) => Promise<string[]>;
};

let slugs = 0;

/** A game server with a bridge at loopback. */
export async function addServer(
  portal: BridgePortal,
  { name = 'North', needsCharacter = false } = {},
): Promise<SecondServer> {
  const { db } = portal.parts;
  const slug = `test-${(slugs += 1)}`;
  const { rows } = await db.execute<{ id: number }>(
    sql`insert into game_servers (name, slug, position) values (${name}, ${slug}, 1) returning id`,
  );
  const serverId = rows[0]?.id ?? 0;
  await db.execute(sql`insert into bridge_addresses (address, server_id) values ('127.0.0.1', ${serverId})`);
  const token = await addBridgeToken(db, slug);
  await db.execute(sql`update bridge_tokens set server_id = ${serverId} where label = ${slug}`);
  if (needsCharacter) await needCharacters(db, serverId);
  const bridge: SecondServer['bridge'] = (method, path, call = {}) =>
    portal.bridge(method, path, { token, ...call });
  return {
    serverId,
    bridge,
    lease: async () => (await bridge('POST', 'lease', { body: {} })).json().deliveries,
    acknowledge: async (body) => {
      const response = await bridge('POST', 'acks', { body });
      if (response.statusCode !== 200) throw new Error(`The acknowledgement answered ${response.body}`);
      return response.json().results.map(({ outcome }: { outcome: string }) => outcome);
    },
  };
}

/** As if the server's bridge had reported that each delivery must name a character. */
export async function needCharacters(db: Db, serverId: number): Promise<void> {
  await db.execute(sql`
    insert into game_server_status (server_id, adapter, bridge_version, guarantee, needs_character, reports_collected,
      is_online, players_online)
    values (${serverId}, 'rathena', '1.0.0', 'exactly_once', true, true, true, 7)
    on conflict (server_id) do update set needs_character = true`);
}
