import { type ComingUp, COMING_UP_DAYS } from '@waygate/contract/today/today.schemas';
import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';

/** Sales of listed products that end within `COMING_UP_DAYS`. */
export async function selectComingSales(db: Db, limit: number): Promise<ComingUp[]> {
  const { rows } = await db.execute<ComingUp>(sql`
    select 'sale_ends' as kind, id, coalesce(new_name, name) as title, sale_ends_at as at from products
    where is_sale and is_listed and deleted_at is null
      and sale_ends_at > now() and sale_ends_at < now() + make_interval(days => ${COMING_UP_DAYS})
    order by sale_ends_at, id limit ${limit}`);
  return rows;
}
