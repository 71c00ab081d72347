import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { idParam } from '../text.ts';
import {
  adminGameServerListSchema,
  adminGameServerSchema,
  bridgeAddressSchema,
  createdBridgeTokenSchema,
  gameServerAccessSchema,
  gameServerTextSchema,
  newBridgeTokenSchema,
} from './game-servers.admin.schemas.ts';

const access = { section: 'owner' } as const;
const TOKEN_ID_MESSAGE = 'The id of a token has eight hex digits.';
const params = z.object({ id: idParam });

export const listAdminGameServers = endpoint({
  method: 'GET',
  path: '/admin/game/servers',
  access,
  summary: 'Every game server with its bridge, status and waiting deliveries, in their order.',
  response: adminGameServerListSchema,
});

export const exportGameServers = endpoint({
  method: 'GET',
  path: '/admin/game/servers/export',
  access,
  summary: 'Game servers with their bridges, in their order, as CSV. One export at a time.',
  response: 'csv',
});

export const createGameServer = endpoint({
  method: 'POST',
  path: '/admin/game/servers',
  access,
  summary: 'Create a game server.',
  body: gameServerTextSchema,
  response: adminGameServerSchema,
});

export const updateGameServer = endpoint({
  method: 'PUT',
  path: '/admin/game/servers/:id',
  access,
  summary: 'Rename, hide or move a game server, or change how its accounts get passwords.',
  params,
  body: gameServerTextSchema,
  response: adminGameServerSchema,
  conflict: adminGameServerSchema,
});

export const getGameServerAccess = endpoint({
  method: 'GET',
  path: '/admin/game/servers/:id/access',
  access,
  summary: "The tokens of a game server's bridge, and the addresses it may call from.",
  params,
  response: gameServerAccessSchema,
});

export const createBridgeToken = endpoint({
  method: 'POST',
  path: '/admin/game/servers/:id/tokens',
  access,
  sudo: true,
  summary: 'Create a bridge token. It is shown this once.',
  params,
  body: newBridgeTokenSchema,
  response: createdBridgeTokenSchema,
});

export const revokeBridgeToken = endpoint({
  method: 'DELETE',
  path: '/admin/game/servers/:id/tokens/:tokenId',
  access,
  summary: 'Revoke a bridge token immediately.',
  params: z.object({
    id: idParam,
    tokenId: z.string(TOKEN_ID_MESSAGE).check(z.regex(/^[0-9a-f]{8}$/, TOKEN_ID_MESSAGE)),
  }),
  response: 'empty',
});

export const addBridgeAddress = endpoint({
  method: 'POST',
  path: '/admin/game/servers/:id/addresses',
  access,
  sudo: true,
  summary: "Allow the server's bridge to call from an address.",
  params,
  body: bridgeAddressSchema,
  response: gameServerAccessSchema,
});

export const removeBridgeAddress = endpoint({
  method: 'POST',
  path: '/admin/game/servers/:id/addresses/remove',
  access,
  summary: 'No longer allow calls from an address.',
  params,
  body: bridgeAddressSchema,
  response: gameServerAccessSchema,
});
