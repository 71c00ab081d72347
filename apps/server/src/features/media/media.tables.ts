import { boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { time } from '#platform/db/columns.ts';

export const pictures = pgTable('pictures', {
  name: text('name').primaryKey(),
  content: text('content'),
  uploadedAt: time('uploaded_at').notNull().defaultNow(),
  removedAt: time('removed_at'),
  hasFile: boolean('has_file').notNull().default(true),
  fileName: text('file_name').notNull().default(''),
  alt: text('alt').notNull().default(''),
  width: integer('width'),
  height: integer('height'),
  bytes: integer('bytes'),
  isKept: boolean('is_kept').notNull().default(false),
});

/** Written by triggers of the tables that use pictures. */
export const pictureUses = pgTable(
  'picture_uses',
  {
    picture: text('picture').notNull(),
    usedIn: text('used_in').notNull(),
    rowId: integer('row_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.picture, table.usedIn, table.rowId] })],
);
