import type { ContentStatus } from '@waygate/contract/content-status';
import { type SQL, sql } from 'drizzle-orm';
import { SHOWN } from '#features/content/content.ts';
import { FIRST_SERVER_ID } from '#features/game-servers/game-servers.ts';
import { beginsWith, containing, isFoundFirst } from '#platform/db/search-text.ts';
import { HIT_LIMIT } from './hit-limit.ts';
import type { SearchTerms } from './search-terms.ts';

export type ProductHitRow = { productId: number; name: string; priceCents: number; isListed: boolean };

/** Products by id, or a part of either of their names. */
export function selectProductHits({ id, part, text }: SearchTerms): SQL {
  const ids = [
    sql`select id from products where id = ${id ?? 0} and deleted_at is null`,
    ...(part === undefined
      ? []
      : [
          sql`select id from products where deleted_at is null
            and (name ilike ${containing(part)} or new_name ilike ${containing(part)})`,
        ]),
  ];
  return sql`
    select id as "productId", coalesce(new_name, name) as name,
      coalesce(new_price_cents, price_cents) as "priceCents", is_listed as "isListed"
    from products where ${isFoundFirst(sql`id`, sql.join(ids, sql` union all `))}
    order by id = ${id ?? 0} desc, ${beginsWith(sql`lower(name)`, text)} desc, position, id
    ${HIT_LIMIT}`;
}

export type ArticleHitRow = { articleId: number; title: string; status: ContentStatus; isShown: boolean };

const IS_SHOWN = sql.raw(`(${SHOWN})`);

/** Articles, drafts too, by a part of their title; the last changed first. */
export function selectArticleHits({ part }: SearchTerms): SQL {
  return sql`select id as "articleId", title, status, ${IS_SHOWN} as "isShown"
    from news where ${isTitled('news', ['title'], part)}
    order by updated_at desc, id desc ${HIT_LIMIT}`;
}

export type PatchNoteHitRow = {
  patchNoteId: number;
  title: string;
  version: string;
  status: ContentStatus;
  isShown: boolean;
};

/** Patch notes, drafts too, by a part of their title or version; the last changed first. */
export function selectPatchNoteHits({ part }: SearchTerms): SQL {
  return sql`select id as "patchNoteId", title, version, status, ${IS_SHOWN} as "isShown" from patch_notes
    where ${isTitled('patch_notes', ['title', 'version'], part)}
    order by updated_at desc, id desc ${HIT_LIMIT}`;
}

function isTitled(table: string, columns: string[], part: string | undefined): SQL {
  if (part === undefined) return sql`false`;
  const isMeant = columns.map((column) => sql`${sql.identifier(column)} ilike ${containing(part)}`);
  const found = sql`select id from ${sql.identifier(table)} where ${sql.join(isMeant, sql` or `)}`;
  return isFoundFirst(sql`id`, found);
}

export type ItemHitRow = { itemId: number; label: string };

/** Items of products and rewards by their id on a game server, or a part of their label. */
export function selectItemHits({ id, part }: SearchTerms, serverId = FIRST_SERVER_ID): SQL {
  const meanings = (itemId: SQL, label: SQL) => [
    sql`${itemId} = ${id ?? 0}`,
    ...(part === undefined ? [] : [sql`${label} ilike ${containing(part)}`]),
  ];
  const { product, reward } = serverId === FIRST_SERVER_ID ? ON_THE_FIRST : onServer(serverId);
  const of = ({ rows, itemId, label }: ItemSource) =>
    meanings(itemId, label).map(
      (isMeant) => sql`select ${itemId} as item_id, ${label} as label from ${rows} and ${isMeant}`,
    );
  return sql`
    select item_id as "itemId", min(label) as label
    from (${sql.join([...of(product), ...of(reward)], sql` union all `)}) as meant
    group by item_id order by item_id = ${id ?? 0} desc, min(label), item_id ${HIT_LIMIT}`;
}

type ItemSource = { rows: SQL; itemId: SQL; label: SQL };
type ItemSources = { product: ItemSource; reward: ItemSource };

const ON_THE_FIRST: ItemSources = {
  product: {
    rows: sql`product_lines as lines where kind = 'item' and item_id is not null`,
    itemId: sql`lines.item_id`,
    label: sql`lines.label`,
  },
  reward: {
    rows: sql`twitch_rewards as rewards where deleted_at is null and item_id is not null`,
    itemId: sql`rewards.item_id`,
    label: sql`rewards.title`,
  },
};

function onServer(serverId: number): ItemSources {
  return {
    product: {
      rows: sql`product_line_items as items
        join product_lines as lines on (lines.product_id, lines.position) = (items.product_id, items.position)
        where lines.kind = 'item' and items.server_id = ${serverId}`,
      itemId: sql`items.item_id`,
      label: sql`lines.label`,
    },
    reward: {
      rows: sql`twitch_reward_items as items join twitch_rewards as rewards on rewards.id = items.reward_id
        where deleted_at is null and items.server_id = ${serverId}`,
      itemId: sql`items.item_id`,
      label: sql`rewards.title`,
    },
  };
}
