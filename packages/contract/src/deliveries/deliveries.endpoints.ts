import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { idParam } from '../text.ts';
import {
  acknowledgedSchema,
  acknowledgementSchema,
  awaitingDeliverySchema,
  characterId,
  characterSchema,
  collectionSchema,
  leaseSchema,
  ownCharacterSchema,
} from './deliveries.schemas.ts';

export const leaseDeliveries = endpoint({
  method: 'POST',
  path: '/bridge/v1/lease',
  access: 'bridge',
  summary: 'Lease up to `limit` deliveries for 60 seconds. Unacknowledged ones are leased again.',
  body: z.object({ limit: z._default(z.int().check(z.minimum(1), z.maximum(500)), 100) }),
  response: leaseSchema,
});

export const acknowledgeDeliveries = endpoint({
  method: 'POST',
  path: '/bridge/v1/acks',
  access: 'bridge',
  summary: 'Acknowledge leased deliveries with their results. Safe to repeat.',
  body: z.array(acknowledgementSchema).check(z.maxLength(500)),
  response: acknowledgedSchema,
});

export const reportCollections = endpoint({
  method: 'POST',
  path: '/bridge/v1/collections',
  access: 'bridge',
  summary: 'Report deliveries that players collected in the game. Safe to repeat.',
  body: z.array(collectionSchema).check(z.maxLength(500)),
  response: z.object({ updated: z.int() }),
});

export const putCharacters = endpoint({
  method: 'PUT',
  path: '/bridge/v1/characters',
  access: 'bridge',
  summary: "Replace what the portal knows of accounts' characters on this game server.",
  body: z.object({
    accounts: z
      .array(
        z.object({
          accountDBID: z.int().check(z.minimum(1), z.maximum(2_147_483_647)),
          characters: z.array(characterSchema).check(z.maxLength(50)),
        }),
      )
      .check(z.maxLength(200)),
  }),
  response: z.object({ updated: z.int() }),
});

export const listCharacters = endpoint({
  method: 'GET',
  path: '/user/characters',
  access: 'player',
  summary: "The signed-in account's characters, as the game reported them.",
  response: z.object({ characters: z.array(ownCharacterSchema) }),
});

export const listAwaitingDeliveries = endpoint({
  method: 'GET',
  path: '/user/deliveries/awaiting',
  access: 'player',
  summary: "What waits until the signed-in account's player chooses a character, because its own is gone.",
  response: z.object({ deliveries: z.array(awaitingDeliverySchema) }),
});

export const chooseDeliveryCharacter = endpoint({
  method: 'POST',
  path: '/user/deliveries/:id/character',
  access: 'player',
  summary: 'Choose the character that gets a delivery, and all that waits for the same one.',
  params: z.object({ id: idParam }),
  body: z.object({ characterId }),
  response: z.object({ deliveries: z.array(awaitingDeliverySchema) }),
});
