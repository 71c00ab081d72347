import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import type { Roles } from './staff.ts';
import type { CatalogueProduct, CatalogueReward, Line } from './world.ts';

/** What a filled demo is built on: the owner, the roles of every portal, and the demo's products and season. */
export type Ground = {
  ownerId: number;
  firstId: number;
  roles: Roles;
  products: CatalogueProduct[];
  rewards: CatalogueReward[];
  seasonId: number;
  referencePrefix: string;
};

export async function readGround(db: Db): Promise<Ground> {
  const { rows } = await db.execute<{
    owner_id: number | null;
    first_id: number;
    season_id: number | null;
    prefix: string;
  }>(sql`
    select (select min(id) from accounts where permission = 32) as owner_id,
           (select coalesce(max(id), 0) + 1 from accounts) as first_id,
           (select min(id) from twitch_seasons) as season_id,
           (select 'waygate-' || replace(id::text, '-', '') || '-' from installation) as prefix`);
  const [row] = rows;
  if (!row || row.owner_id === null || row.season_id === null)
    throw new Error('A demo needs an owner and the demo content.');
  return {
    ownerId: row.owner_id,
    firstId: row.first_id,
    seasonId: row.season_id,
    referencePrefix: row.prefix,
    roles: await readRoles(db),
    products: await readProducts(db),
    rewards: await readRewards(db),
  };
}

async function readRoles(db: Db): Promise<Roles> {
  const { rows } = await db.execute<{ id: number; name: string; web_mgt: string; sections: string[] }>(
    sql`select id, name, web_mgt, sections from roles`,
  );
  return new Map(
    rows.map(({ id, name, web_mgt, sections }) => [
      name,
      { role_id: id, web_mgt: Number(web_mgt), sections },
    ]),
  );
}

async function readProducts(db: Db): Promise<CatalogueProduct[]> {
  const { rows } = await db.execute<CatalogueProduct & { lines: Line[] }>(sql`
    select id, coalesce(new_name, name) as name, coalesce(new_price_cents, price_cents) as "priceCents",
           stock is not null as "isLimited", account_limit as "accountLimit",
           (select json_agg(json_build_object('kind', kind, 'quantity', quantity, 'itemId', item_id, 'label', label)
                            order by position)
            from product_lines where product_id = products.id) as lines
    from products where is_listed and deleted_at is null order by position, id`);
  return rows;
}

async function readRewards(db: Db): Promise<CatalogueReward[]> {
  const { rows } = await db.execute<CatalogueReward>(sql`
    select id, reference, type, required_minutes as "requiredMinutes", item_id as "itemId",
           item_quantity as "itemQuantity"
    from twitch_rewards where deleted_at is null and item_id is not null order by id`);
  return rows;
}
