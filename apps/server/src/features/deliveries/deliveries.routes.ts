import * as endpoints from '@waygate/contract/deliveries/deliveries.endpoints';
import { reportReceipts } from '@waygate/contract/deliveries/receipts.endpoints';
import { createLeaseRecorder } from '#features/game-servers/game-servers.ts';
import type { BridgeConfig } from '#platform/config/bridge-config.ts';
import type { Database } from '#platform/db/database.ts';
import type { Route } from '#platform/http/route.ts';
import type { Logger } from '#platform/logging/logger.ts';
import { chooseCharacter, listAwaiting } from './awaiting-deliveries.service.ts';
import { selectCharacters } from './characters.queries.ts';
import { replaceCharacters } from './characters.service.ts';
import { presentDelivery } from './deliveries.presenter.ts';
import { recordReceipts } from './receipts/receipts.service.ts';
import { acknowledgeDeliveries, leaseDeliveries, recordCollections } from './leases.service.ts';

type Parts = { db: Database; log: Logger; config: { bridge: BridgeConfig } };

export function deliveryRoutes(route: Route, parts: Parts): void {
  const { db, config } = parts;
  const { leaseSeconds } = config.bridge;

  const recordLease = createLeaseRecorder(db);
  route(endpoints.leaseDeliveries, async ({ body, serverId }) => {
    await recordLease(serverId);
    const rows = await leaseDeliveries(parts, { serverId, limit: body.limit, leaseSeconds });
    return { leaseSeconds, deliveries: rows.map(presentDelivery) };
  });

  route(endpoints.acknowledgeDeliveries, async ({ body, serverId }) => ({
    results: await acknowledgeDeliveries(parts, serverId, body),
  }));

  route(endpoints.reportCollections, async ({ body, serverId }) => ({
    updated: await recordCollections(db, serverId, body),
  }));

  route(reportReceipts, async ({ body, serverId }) => ({
    unmatched: await recordReceipts(db, serverId, body),
  }));

  route(endpoints.putCharacters, async ({ body, serverId }) => ({
    updated: await replaceCharacters(db, serverId, body.accounts),
  }));

  route(endpoints.listCharacters, async ({ viewer }) => ({
    characters: await selectCharacters(db, viewer.accountId),
  }));

  route(endpoints.listAwaitingDeliveries, async ({ viewer }) => ({
    deliveries: await listAwaiting(db, viewer.accountId),
  }));

  route(endpoints.chooseDeliveryCharacter, async ({ params, body, viewer }) => ({
    deliveries: await chooseCharacter(db, {
      accountId: viewer.accountId,
      deliveryId: params.id,
      characterId: body.characterId,
    }),
  }));
}
