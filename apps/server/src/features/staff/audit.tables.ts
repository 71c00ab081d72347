import type { AuditKind } from '@waygate/contract/audit/audit.schemas';
import { bigint, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const auditEntries = pgTable('audit_entries', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  at: timestamp('at', { withTimezone: true }).notNull().defaultNow(),
  staffId: integer('staff_id').notNull(),
  address: text('address'),
  kind: text('kind').$type<AuditKind>().notNull(),
  target: text('target').notNull(),
  accountId: integer('account_id'),
  before: jsonb('before').$type<Record<string, unknown>>(),
  after: jsonb('after').$type<Record<string, unknown>>(),
  reason: text('reason'),
});

export type AuditRow = typeof auditEntries.$inferSelect;
