import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { receiptsWantedSchema } from '../deliveries/receipts.schemas.ts';
import { bridgeStatusSchema, gameServerListSchema } from './game-servers.schemas.ts';

export const listGameServers = endpoint({
  method: 'GET',
  path: '/content/servers',
  access: 'visitor',
  summary: 'The listed game servers, with their status and players online.',
  isCacheable: true,
  // Reports change it every minute, without a notification.
  keptSeconds: 20,
  response: gameServerListSchema,
});

export const putBridgeStatus = endpoint({
  method: 'PUT',
  path: '/bridge/v1/status',
  access: 'bridge',
  summary: 'Report the bridge, its guarantee and the status of its game. Every minute.',
  body: bridgeStatusSchema,
  response: z.object({
    serverId: z.int(),
    /** The portal's time, to compare clocks with. */
    now: z.iso.datetime({ offset: true }),
    /** Until the bridge has reported its receipts since the backup that was restored; otherwise absent. */
    receiptsWanted: z.optional(receiptsWantedSchema),
  }),
});
