import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { idParam } from '../text.ts';
import {
  accountAcknowledgedSchema,
  accountAcknowledgementSchema,
  accountLeaseSchema,
  gameAccountListSchema,
  gameAccountSchema,
  gameAccountInputSchema,
} from './game-accounts.schemas.ts';

const params = z.object({ serverId: idParam });

export const listGameAccounts = endpoint({
  method: 'GET',
  path: '/user/game-accounts',
  access: 'player',
  summary: "The signed-in account's account in each game, and what each game asks of a login and a password.",
  response: gameAccountListSchema,
});

export const putGameAccount = endpoint({
  method: 'PUT',
  path: '/user/game-accounts/:serverId',
  access: 'player',
  summary:
    'Create the account in a game, or set its password; another login renames it where the game allows that.',
  limit: { by: 'account', points: 20, windowSeconds: 3600 },
  params,
  body: gameAccountInputSchema,
  response: gameAccountSchema,
});

export const claimGameAccount = endpoint({
  method: 'POST',
  path: '/user/game-accounts/:serverId/claim',
  access: 'player',
  summary: 'Claim an account that exists in a game, by its password there.',
  limit: { by: 'account', points: 5, windowSeconds: 3600 },
  params,
  body: gameAccountInputSchema,
  response: gameAccountSchema,
});

export const leaseAccountCommands = endpoint({
  method: 'POST',
  path: '/bridge/v1/accounts/lease',
  access: 'bridge',
  summary:
    'Lease up to `limit` commands about game accounts for 60 seconds. Unacknowledged ones are leased again.',
  body: z.object({ limit: z._default(z.int().check(z.minimum(1), z.maximum(500)), 100) }),
  response: accountLeaseSchema,
});

export const acknowledgeAccountCommands = endpoint({
  method: 'POST',
  path: '/bridge/v1/accounts/acks',
  access: 'bridge',
  summary: 'Acknowledge leased commands about game accounts. Safe to repeat.',
  body: z.array(accountAcknowledgementSchema).check(z.maxLength(500)),
  response: accountAcknowledgedSchema,
});
