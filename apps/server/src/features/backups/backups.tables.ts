import { bigint, boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { time } from '#platform/db/columns.ts';

export const backups = pgTable('backups', {
  name: text('name').primaryKey(),
  place: text('place').notNull(),
  beganAt: time('began_at').notNull().defaultNow(),
  verifiedAt: time('verified_at'),
  failure: text('failure'),
  tableRows: bigint('table_rows', { mode: 'number' }),
  bytes: bigint('bytes', { mode: 'number' }),
  hasKeys: boolean('has_keys'),
  isOfUpdate: boolean('is_of_update').notNull().default(false),
});

export const backupSchedule = pgTable('backup_schedule', {
  isOnly: boolean('is_only').primaryKey().default(true),
  everySeconds: integer('every_seconds'),
  place: text('place'),
  since: time('since').notNull().defaultNow(),
  restoreTriedAt: time('restore_tried_at'),
});
