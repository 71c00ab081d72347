import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { listQuery, PAGE_AND_SORT, PAGE_PARTS, periodQuery } from '../lists.ts';
import { idParam } from '../text.ts';
import {
  adminCharacterListSchema,
  adminDeliveryListSchema,
  adminDeliverySchema,
  deliveriesRetriedSchema,
  deliveryDecisionSchema,
  deliveryFailureSchema,
  deliveryRetrySchema,
  deliverySentAgainSchema,
  deliveryStateSchema,
  inventoryListSchema,
} from './deliveries.admin.schemas.ts';
import { deliveryKindSchema } from './deliveries.schemas.ts';

const access = { section: 'orders' } as const;
const params = z.object({ id: idParam });

export const listAdminDeliveries = endpoint({
  method: 'GET',
  path: '/admin/deliveries',
  access,
  summary: 'Deliveries to the game in one state or in all; failed ones by default.',
  query: z.object({
    ...listQuery(['deliveryId']),
    sort: z.prefault(z.enum(['deliveryId', '-deliveryId']), '-deliveryId'),
    state: z._default(z.enum([...deliveryStateSchema.options, 'all']), 'dead'),
    failure: z.optional(deliveryFailureSchema),
    kind: z.optional(deliveryKindSchema),
    account: z.optional(idParam),
    server: z.optional(idParam),
    /** Of an order of this product. */
    product: z.optional(idParam),
    /** Of when they were queued first. */
    ...periodQuery,
  }),
  response: adminDeliveryListSchema,
});

export const exportDeliveries = endpoint({
  method: 'GET',
  path: '/admin/deliveries/export',
  access,
  sudo: true,
  summary:
    'Deliveries as the list finds them with the same search and filters, as CSV. One export at a time.',
  query: z.omit(listAdminDeliveries.query, PAGE_PARTS),
  response: 'csv',
});

export const retryDelivery = endpoint({
  method: 'POST',
  path: '/admin/deliveries/:id/retry',
  access,
  summary: 'Queue a failed delivery again, or, with a reason, one of which nobody knows whether it arrived.',
  params,
  body: deliverySentAgainSchema,
  response: adminDeliverySchema,
});

export const retryDeliveries = endpoint({
  method: 'POST',
  path: '/admin/deliveries/retry',
  access,
  summary: 'Queue failed deliveries again, up to 5000, of accounts that the caller may edit.',
  body: deliveryRetrySchema,
  response: deliveriesRetriedSchema,
});

export const cancelDelivery = endpoint({
  method: 'POST',
  path: '/admin/deliveries/:id/cancel',
  access,
  summary: 'Cancel a delivery; the game revokes what it may have applied.',
  params,
  body: deliveryDecisionSchema,
  response: adminDeliverySchema,
});

export const markDelivered = endpoint({
  method: 'POST',
  path: '/admin/deliveries/:id/mark-delivered',
  access,
  summary: 'Mark a failed delivery as delivered by hand.',
  params,
  body: deliveryDecisionSchema,
  response: adminDeliverySchema,
});

export const listAdminCharacters = endpoint({
  method: 'GET',
  path: '/admin/game/characters',
  access: { section: 'gameCharacters' },
  summary: "Characters as the game reported them, searched by their name, the account's name or its id.",
  query: z.object({
    ...listQuery(['name', 'level', 'accountDBID']),
    account: z.optional(idParam),
    server: z.optional(idParam),
  }),
  response: adminCharacterListSchema,
});

export const exportCharacters = endpoint({
  method: 'GET',
  path: '/admin/game/characters/export',
  access: { section: 'gameCharacters' },
  sudo: true,
  summary: 'Characters as the list finds them, by account, as CSV. One export at a time.',
  query: z.omit(listAdminCharacters.query, PAGE_AND_SORT),
  response: 'csv',
});

export const listInventory = endpoint({
  method: 'GET',
  path: '/admin/game/inventory',
  access: { section: 'gameInventory' },
  summary: "What was delivered to accounts, searched by the account's name, its id or the item's id.",
  query: z.object({
    ...listQuery(['accountDBID']),
    account: z.optional(idParam),
    server: z.optional(idParam),
  }),
  response: inventoryListSchema,
});

export const exportInventory = endpoint({
  method: 'GET',
  path: '/admin/game/inventory/export',
  access: { section: 'gameInventory' },
  sudo: true,
  summary: 'The inventory as the list finds it, by account, as CSV. One export at a time.',
  query: z.omit(listInventory.query, PAGE_AND_SORT),
  response: 'csv',
});
