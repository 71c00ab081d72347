import { boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { time } from '#platform/db/columns.ts';

const GRANT_KINDS = [
  'premium_coins',
  'second_coins',
  'item',
  'club_days',
  'founder_package',
  'veteran_package',
] as const;

export const productCategories = pgTable('product_categories', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  name: text('name').notNull(),
  icon: text('icon').notNull().default(''),
  description: text('description').notNull().default(''),
  descriptionHtml: text('description_html').notNull().default(''),
  position: integer('position').notNull().default(0),
  revision: integer('revision').notNull().default(1),
});

export const products = pgTable('products', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  storefront: text('storefront', { enum: ['shop', 'donation'] }).notNull(),
  categoryId: integer('category_id'),
  name: text('name').notNull(),
  newName: text('new_name'),
  description: text('description').notNull().default(''),
  descriptionHtml: text('description_html').notNull().default(''),
  priceCents: integer('price_cents').notNull(),
  newPriceCents: integer('new_price_cents'),
  isSale: boolean('is_sale').notNull().default(false),
  saleEndsAt: time('sale_ends_at'),
  customIconUrl: text('custom_icon_url').notNull().default(''),
  stock: integer('stock'),
  accountLimit: integer('account_limit'),
  position: integer('position').notNull().default(0),
  isListed: boolean('is_listed').notNull().default(true),
  deletedAt: time('deleted_at'),
  version: integer('version').notNull().default(1),
  createdAt: time('created_at').notNull().defaultNow(),
  updatedAt: time('updated_at').notNull().defaultNow(),
});

export const productLines = pgTable(
  'product_lines',
  {
    productId: integer('product_id').notNull(),
    position: integer('position').notNull(),
    kind: text('kind', { enum: GRANT_KINDS }).notNull(),
    quantity: integer('quantity').notNull(),
    itemId: integer('item_id'),
    label: text('label').notNull(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.position] })],
);

/** Ids of a line's item on game servers other than the first. */
export const productLineItems = pgTable(
  'product_line_items',
  {
    productId: integer('product_id').notNull(),
    position: integer('position').notNull(),
    serverId: integer('server_id').notNull(),
    itemId: integer('item_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.position, table.serverId] })],
);

export type ProductRow = typeof products.$inferSelect;
export type ProductLineRow = typeof productLines.$inferSelect;
