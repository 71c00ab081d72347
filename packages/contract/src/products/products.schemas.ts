import * as z from 'zod/mini';
import { timestamp } from '../text.ts';

export const DEFAULT_CATEGORY = 'General';

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
export type ProductLine = z.infer<typeof productLineSchema>;
export type GrantKind = z.infer<typeof grantKindSchema>;
export type Storefront = z.infer<typeof storefrontSchema>;
