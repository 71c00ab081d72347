import { type Client, type CopiedTable, nameOf } from './copied-tables.ts';

/** As text: both may exceed what JSON holds. */
export type TableChecksum = { rows: string; checksum: string };

/** Number of rows and a checksum of their content, whatever their order. The same on every version of PostgreSQL. */
export async function selectChecksum(client: Client, table: CopiedTable): Promise<TableChecksum> {
  const columns = table.columns.map((column) => `t."${column}"`).join(', ');
  const { rows } = await client.query<TableChecksum>(
    `select count(*)::text as rows,
       coalesce(sum(('x' || left(md5(row(${columns})::text), 15))::bit(60)::bigint), 0)::text as checksum
     from ${nameOf(table)} t`,
  );
  return rows[0] ?? { rows: '0', checksum: '0' };
}
