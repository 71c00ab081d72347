import { AUDIT_RECORD_SECTIONS, type AuditRecordKind } from '@waygate/contract/audit/audit.schemas';
import { holds } from '@waygate/contract/permissions';
import { type SQL, sql } from 'drizzle-orm';
import { auditEntries } from '#features/staff/staff.ts';
import type { Viewer } from '#platform/auth/viewer.ts';

const { kind, target, before, after } = auditEntries;

type Names = {
  table: string;
  name: string;
  /** Its name in an entry, for a record that is gone. */ field: string;
};

const NAMES: Record<AuditRecordKind, Names> = {
  product: { table: 'products', name: 'name', field: 'name' },
  product_category: { table: 'product_categories', name: 'name', field: 'name' },
  news: { table: 'news', name: 'title', field: 'title' },
  patch_note: { table: 'patch_notes', name: "version || ' ' || title", field: 'title' },
  twitch_reward: { table: 'twitch_rewards', name: 'title', field: 'title' },
  twitch_season: { table: 'twitch_seasons', name: 'name', field: 'name' },
  game_server: { table: 'game_servers', name: 'name', field: 'name' },
  bridge_token: { table: 'game_servers', name: 'name', field: 'name' },
  bridge_address: { table: 'game_servers', name: 'name', field: 'name' },
  role: { table: 'roles', name: 'name', field: 'name' },
  order: { table: 'orders', name: 'product_name', field: 'productName' },
};

/** SQL expression: what an entry's record is called today, or was before it was deleted; null for records of sections that the viewer may not use. */
export function recordName(viewer: Viewer): SQL<string | null> {
  // The record's own keys.
  const kinds = (Object.keys(NAMES) as AuditRecordKind[]).filter((each) =>
    holds(viewer, AUDIT_RECORD_SECTIONS[each]),
  );
  if (kinds.length === 0) return sql<string | null>`null::text`;
  const names = kinds.map((each) => sql`when ${each} then ${nameIn(NAMES[each])}`);
  // Only ids of records are cast: other targets are addresses, files, or an account and a benefit.
  return sql<string | null>`case when ${target} ~ '^[1-9][0-9]{0,8}$' then
    case split_part(${kind}, '.', 1) ${sql.join(names, sql` `)} end end`;
}

/** Read for the entries of a page alone, each by its primary key. */
function nameIn({ table, name, field }: Names): SQL {
  return sql`coalesce(
    (select ${sql.raw(name)} from ${sql.identifier(table)} as named where named.id = ${target}::integer),
    left(coalesce(${before} ->> ${field}::text, ${after} ->> ${field}::text), 200))`;
}
