import type { Acknowledgement, Delivery } from '@waygate/contract/deliveries/deliveries.schemas';
import { asc, sql } from 'drizzle-orm';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { afterAll } from 'vitest';
import { addBridgeToken, allowLoopback } from '#features/game-servers/game-servers.ts';
import { type NewDelivery, queueDeliveries } from '#features/deliveries/deliveries.service.ts';
import { deliveries } from '#features/deliveries/deliveries.tables.ts';
import type { Db } from '#platform/db/database.ts';
import { createPortal, type Portal } from './account-journeys.ts';
import { createTestAccount } from './factories.ts';
import type { TestParts } from './test-parts.ts';

export type BridgeCall = { body?: unknown; token?: string | null; address?: string };

export type BridgePortal = Portal & {
  token: string;
  /** Calls `/api/bridge/v1/…` as the game does. */
  bridge: (
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    call?: BridgeCall,
  ) => Promise<LightMyRequestResponse>;
  lease: (limit?: number) => Promise<Delivery[]>;
  /** @returns the outcomes, in order */
  acknowledge: (acknowledgements: Acknowledgement[]) => Promise<string[]>;
};

export async function createBridgePortal(
  options: Parameters<typeof createPortal>[0] & { leaseSeconds?: number } = {},
): Promise<BridgePortal> {
  const { leaseSeconds = 60, ...rest } = options;
  const config = { bridge: { token: undefined, leaseSeconds, addresses: [] }, ...rest.config };
  const portal = await createPortal({ ...rest, config });
  await allowLoopback(portal.parts.db);
  const token = await addBridgeToken(portal.parts.db, 'test');
  const bridge = bridgeCallerOf(portal.app, token);
  return {
    ...portal,
    token,
    bridge,
    lease: async (limit = 500) => {
      const response = await bridge('POST', 'lease', { body: { limit } });
      if (response.statusCode !== 200) throw new Error(`The lease answered ${response.body}`);
      return response.json().deliveries;
    },
    acknowledge: async (acknowledgements) => {
      const response = await bridge('POST', 'acks', { body: acknowledgements });
      if (response.statusCode !== 200) throw new Error(`The acknowledgement answered ${response.body}`);
      return response.json().results.map(({ outcome }: { outcome: string }) => outcome);
    },
  };
}

/** Calls `/api/bridge/v1/…` as the game does. */
export function bridgeCallerOf(app: FastifyInstance, token: string): BridgePortal['bridge'] {
  return (method, path, call = {}) => {
    const { body, token: given = token, address = '127.0.0.1' } = call;
    return app.inject({
      method,
      url: `/api/bridge/v1/${path}`,
      remoteAddress: address,
      headers: {
        'content-type': 'application/json',
        ...(given !== null && { authorization: `Bearer ${given}` }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  };
}

/** The same for all tests of the file. */
export async function useBridgePortal(
  options?: Parameters<typeof createBridgePortal>[0],
): Promise<BridgePortal> {
  const portal = await createBridgePortal(options);
  afterAll(portal.close);
  return portal;
}

/** What a bridge reports every minute. */
export const BRIDGE_STATUS = {
  adapter: 'rathena',
  bridgeVersion: '1.0.0',
  guarantee: 'exactly_once',
  needsCharacter: false,
  isOnline: true,
  playersOnline: 12,
} as const;

let servers = 0;

/** Another listed server, without a bridge. @returns its id */
export async function createGameServer(db: Pick<Db, 'execute'>): Promise<number> {
  servers += 1;
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into game_servers (name, slug, position) values (${`Realm ${servers}`}, ${`realm-${servers}`}, ${servers})
    returning id`);
  return rows[0]?.id ?? 0;
}

let keys = 0;

/** Items for one account, each with its own id: `itemId` counts from 1. */
export async function queueItems(
  { parts }: { parts: Pick<TestParts, 'db'> },
  count: number,
  changes: Partial<NewDelivery> = {},
): Promise<NewDelivery[]> {
  const accountId = changes.accountId ?? (await createTestAccount(parts.db));
  const rows = Array.from({ length: count }, (_, index) => ({
    accountId,
    idempotencyKey: `test:${(keys += 1)}`,
    kind: 'item' as const,
    itemId: index + 1,
    quantity: 1,
    ...changes,
  }));
  await parts.db.transaction((tx) => queueDeliveries(tx, rows));
  return rows;
}

/** A paid order of so many items, as far as deliveries know of it. */
export async function queueOrder(
  { parts }: Pick<Portal, 'parts'>,
  lineCount = 1,
): Promise<{ orderId: number; accountId: number; keys: string[] }> {
  const accountId = await createTestAccount(parts.db);
  const { rows } = await parts.db.execute<{ id: number }>(sql`
    with product as (
      insert into products (storefront, name, price_cents) values ('shop', 'Chest', 499) returning id
    ), bought as (
      insert into orders (account_id, product_id, product_name, price_cents, provider, is_live, state, expires_at)
      select ${accountId}, id, 'Chest', 499, 'sandbox', false, 'paid', now() from product returning id
    )
    select id from bought`);
  const orderId = rows[0]?.id ?? 0;
  await parts.db.execute(sql`
    insert into order_lines (order_id, position, kind, quantity, item_id, label)
    select ${orderId}, n, 'item', 1, n, 'A thing' from generate_series(1, ${lineCount}) n`);
  const grants = Array.from({ length: lineCount }, (_, index) => ({
    accountId,
    idempotencyKey: `order:${orderId}:line:${index + 1}`,
    kind: 'item' as const,
    itemId: index + 1,
    quantity: 1,
    orderId,
    orderLinePosition: index + 1,
  }));
  await parts.db.transaction((tx) => queueDeliveries(tx, grants));
  return { orderId, accountId, keys: grants.map(({ idempotencyKey }) => idempotencyKey) };
}

/** Every delivery, oldest first. */
export function readDeliveries(db: Db) {
  return db.select().from(deliveries).orderBy(asc(deliveries.id));
}

/** As if the time had come for everything that waits or is leased. */
export async function makeAllDue(db: Db): Promise<void> {
  await db.execute(sql`
    update deliveries set available_at = least(available_at, now()) where state in ('pending', 'leased')`);
}
