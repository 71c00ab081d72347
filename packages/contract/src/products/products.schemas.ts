import * as z from 'zod/mini';
import { recordId, timestamp } from '../text.ts';

export const storefrontSchema = z.enum(['shop', 'donation']);

/** What a product grants: coins to the account's balance, the rest to the game. */
export const grantKindSchema = z.enum([
  'premium_coins',
  'second_coins',
  'item',
  'club_days',
  'founder_package',
  'veteran_package',
]);

/** An item's id on one game server. */
export const serverItemSchema = z.object({ serverId: z.int(), itemId: z.int() });

/** The same as staff send it: one id for each server. */
export const serverItemsInput = z.array(z.object({ serverId: recordId, itemId: recordId })).check(
  z.maxLength(50, 'An item has ids on at most 50 game servers.'),
  z.refine(
    (items) => new Set(items.map(({ serverId }) => serverId)).size === items.length,
    'Each game server has one id of the item.',
  ),
);

export const productLineSchema = z.object({
  kind: grantKindSchema,
  quantity: z.int(),
  /** The id of the item on the first game server; null where the line is no item, or not for that server. */
  itemId: z.nullable(z.int()),
  /** Its ids on the other servers. A product can be bought for a server that has an id for each of its items. */
  serverItems: z.array(serverItemSchema),
  /** What the player reads. */
  label: z.string(),
});

/** A gift, in the game's own field names. */
export const productSchema = z.object({
  productId: z.int(),
  storefront: storefrontSchema,
  name: z.string(),
  newName: z.optional(z.string()),
  /** Markdown as written. */
  description: z.string(),
  /** The same, rendered and sanitised when it was saved. */
  descriptionHtml: z.string(),
  /** Euro, two decimals. */
  price: z.number(),
  newPrice: z.nullable(z.number()),
  category: z.string(),
  category_desc: z.string(),
  categoryDescHtml: z.string(),
  categoryIcon: z.string(),
  isSale: z.boolean(),
  saleEndDate: z.nullable(timestamp),
  /** Address of a custom picture; empty for the product's own. */
  isCustomIcon: z.string(),
  /** How many are left; null without a limit. */
  stock: z.nullable(z.int()),
  /** How many one account may buy; null without a limit. */
  accountLimit: z.nullable(z.int()),
  grants: z.array(productLineSchema),
  /** The listed game servers it can be bought for; empty when nothing of it goes to a game. */
  serverIds: z.array(z.int()),
});

export const productListSchema = z.object({ products: z.array(productSchema) });

export type Product = z.infer<typeof productSchema>;
export type ServerItem = z.infer<typeof serverItemSchema>;
export type ProductLine = z.infer<typeof productLineSchema>;
export type GrantKind = z.infer<typeof grantKindSchema>;
export type Storefront = z.infer<typeof storefrontSchema>;
