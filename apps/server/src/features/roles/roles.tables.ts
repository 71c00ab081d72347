import { sql } from 'drizzle-orm';
import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { time } from '#platform/db/columns.ts';

/** Named sets of sections. A foreign key holds each account with a role to the role's `webMgt` and `sections`. */
export const roles = pgTable('roles', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  webMgt: bigint('web_mgt', { mode: 'number' }).notNull().default(1),
  sections: text('sections')
    .array()
    .notNull()
    .default(sql`'{}'`),
  revision: integer('revision').notNull().default(1),
  updatedAt: time('updated_at').notNull().defaultNow(),
});

export type RoleRow = typeof roles.$inferSelect;
