import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { useAuditLog } from '#test/audit.ts';
import { auditEntries } from '#features/staff/audit.tables.ts';

const { portal, owner, record } = await useAuditLog();

describe('the database itself refuses', () => {
  test.each([
    ['changed entries', sql`update audit_entries set target = 'another'`],
    ['entries changed to what they are', sql`update audit_entries set target = target`],
    ['deleted entries', sql`delete from audit_entries`],
    ['a deleted entry', sql`delete from audit_entries where id = (select max(id) from audit_entries)`],
    ['a truncated log', sql`truncate audit_entries`],
    ['a truncation that cascades', sql`truncate accounts cascade`],
    [
      'an upsert',
      sql`
      insert into audit_entries (id, staff_id, kind, target) overriding system value
      select id, staff_id, kind, 'another' from audit_entries limit 1
      on conflict (id) do update set target = excluded.target`,
    ],
    [
      'a merge',
      sql`
      merge into audit_entries using (select 1) as one on true when matched then delete`,
    ],
    ['an account that is gone', sql`delete from accounts where id in (select staff_id from audit_entries)`],
  ])('%s', async (_, statement) => {
    await record(owner, { accountId: owner.id });
    const all = () => portal.parts.db.select().from(auditEntries).orderBy(auditEntries.id);
    const before = await all();
    await expect(portal.parts.db.execute(statement)).rejects.toMatchObject({
      cause: { code: expect.stringMatching(/^(23001|23503)$/) },
    });
    expect(await all()).toEqual(before);
  });
});
