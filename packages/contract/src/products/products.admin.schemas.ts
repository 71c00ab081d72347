import * as z from 'zod/mini';
import { totals } from '../lists.ts';
import { hasWholeCents } from '../money.ts';
import { IMAGE_MESSAGE, imageAddress, line, recordId, timeInput, timestamp } from '../text.ts';
import {
  grantKindSchema,
  productLineSchema,
  serverItemsInput,
  storefrontSchema,
} from './products.schemas.ts';

const NAME_MESSAGE = 'Please give a name of at most 120 characters.';
const PRICE_MESSAGE = 'A price is from 0.50 to 999 999.99 euro, with at most two decimals.';
const QUANTITY_MESSAGE = 'A quantity is a whole number from 1 to 100 000 000.';
const MAX_CLUB_DAYS = 36_500;
const LIMIT_MESSAGE = 'This is a whole number from 1 to 1 000 000.';
const COUNT_MESSAGE = 'This is a whole number from 0 to 1 000 000.';

/** One line that says something. */
function words(max: number, message: string) {
  return line({ min: 1, max, message }).check(z.refine((text) => text.trim() !== '', message));
}

/** Euro, at most two decimals; half a euro is the least a card can be charged. */
const price = z
  .number(PRICE_MESSAGE)
  .check(
    z.minimum(0.5, PRICE_MESSAGE),
    z.maximum(999_999.99, PRICE_MESSAGE),
    z.refine(hasWholeCents, PRICE_MESSAGE),
  );

const description = z._default(
  z.string().check(
    z.maxLength(10_000, { error: 'A description has at most 10 000 characters.', abort: true }),
    z.refine(
      (text) => text.isWellFormed() && !text.includes('\0'),
      'The description has characters that cannot be kept.',
    ),
  ),
  '',
);

const grantSchema = z
  .object({
    kind: grantKindSchema,
    quantity: z
      .int(QUANTITY_MESSAGE)
      .check(z.minimum(1, QUANTITY_MESSAGE), z.maximum(100_000_000, QUANTITY_MESSAGE)),
    itemId: z._default(z.nullable(recordId), null),
    serverItems: z._default(serverItemsInput, []),
    label: words(120, 'Please say what the player gets, in at most 120 characters.'),
  })
  .check(
    z.refine(
      ({ kind, itemId, serverItems }) => kind !== 'item' || itemId !== null || serverItems.length > 0,
      {
        path: ['itemId'],
        error: "Please give the item's id in the game.",
      },
    ),
    z.refine(
      ({ kind, itemId, serverItems }) => kind === 'item' || (itemId === null && serverItems.length === 0),
      {
        path: ['itemId'],
        error: 'Only an item has an id in the game.',
      },
    ),
    z.refine(({ kind, quantity }) => kind !== 'club_days' || quantity <= MAX_CLUB_DAYS, {
      path: ['quantity'],
      error: 'The club lasts at most 36 500 days.',
    }),
    z.refine(({ kind, quantity }) => !kind.endsWith('_package') || quantity === 1, {
      path: ['quantity'],
      error: 'A package is granted once.',
    }),
  );

export const productTextSchema = z.object({
  storefront: storefrontSchema,
  name: words(120, NAME_MESSAGE),
  newName: z._default(z.nullable(words(120, NAME_MESSAGE)), null),
  /** Markdown. */
  description,
  price,
  newPrice: z._default(z.nullable(price), null),
  /** None: listed under the general one. */
  categoryId: z._default(z.nullable(recordId), null),
  isSale: z._default(z.boolean(), false),
  saleEndDate: z._default(z.nullable(timeInput), null),
  /** Address of a picture; empty for the product's own. */
  isCustomIcon: z._default(z.union([z.literal(''), imageAddress], IMAGE_MESSAGE), ''),
  stock: z._default(
    z.nullable(z.int(COUNT_MESSAGE).check(z.minimum(0, COUNT_MESSAGE), z.maximum(1_000_000, COUNT_MESSAGE))),
    null,
  ),
  /**
   * The stock that the editor had read: the difference is applied, so that units sold meanwhile stay sold. Without it
   * the stock is set outright.
   */
  stockSeen: z.optional(z.nullable(z.int())),
  accountLimit: z._default(
    z.nullable(z.int(LIMIT_MESSAGE).check(z.minimum(1, LIMIT_MESSAGE), z.maximum(1_000_000, LIMIT_MESSAGE))),
    null,
  ),
  position: z._default(
    z.int(COUNT_MESSAGE).check(z.minimum(0, COUNT_MESSAGE), z.maximum(1_000_000, COUNT_MESSAGE)),
    0,
  ),
  isListed: z._default(z.boolean(), true),
  grants: z
    .array(grantSchema)
    .check(
      z.minLength(1, 'A product grants something.'),
      z.maxLength(20, 'A product grants at most 20 things.'),
    ),
  /** The version the editor read; without it, later changes are overwritten. */
  revision: z.optional(z.int()),
});

export const adminProductSchema = z.object({
  productId: z.int(),
  storefront: storefrontSchema,
  name: z.string(),
  newName: z.nullable(z.string()),
  description: z.string(),
  descriptionHtml: z.string(),
  price: z.number(),
  newPrice: z.nullable(z.number()),
  categoryId: z.nullable(z.int()),
  category: z.string(),
  isSale: z.boolean(),
  saleEndDate: z.nullable(timestamp),
  isCustomIcon: z.string(),
  /** How many are left; null without a limit. Units of open checkouts are set aside already. */
  stock: z.nullable(z.int()),
  accountLimit: z.nullable(z.int()),
  position: z.int(),
  isListed: z.boolean(),
  grants: z.array(productLineSchema),
  createdAt: timestamp,
  updatedAt: timestamp,
  revision: z.int(),
});

export const adminProductListSchema = z.object({ products: z.array(adminProductSchema), ...totals });

export const categoryTextSchema = z.object({
  name: words(60, 'Please give a name of at most 60 characters.'),
  icon: z._default(line({ max: 60, message: 'An icon has at most 60 characters.' }), ''),
  description,
  position: z._default(
    z.int(COUNT_MESSAGE).check(z.minimum(0, COUNT_MESSAGE), z.maximum(1_000_000, COUNT_MESSAGE)),
    0,
  ),
  /** The version the editor read; without it, later changes are overwritten. */
  revision: z.optional(z.int()),
});

export const adminCategorySchema = z.object({
  categoryId: z.int(),
  name: z.string(),
  icon: z.string(),
  description: z.string(),
  position: z.int(),
  /** Products that are listed under it, hidden ones too. */
  productCount: z.int(),
  revision: z.int(),
});

export const adminCategoryListSchema = z.object({ categories: z.array(adminCategorySchema) });

export type ProductInput = z.infer<typeof productTextSchema>;
export type AdminProduct = z.infer<typeof adminProductSchema>;
export type CategoryInput = z.infer<typeof categoryTextSchema>;
export type AdminCategory = z.infer<typeof adminCategorySchema>;
