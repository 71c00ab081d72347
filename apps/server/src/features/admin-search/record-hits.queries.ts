import type { OrderState } from '@waygate/contract/orders/orders.schemas';
import { type SQL, sql } from 'drizzle-orm';
import { isInRangeOf } from '#platform/db/search-text.ts';
import { accountsBeginningWith } from './account-hits.queries.ts';
import { HIT_LIMIT } from './hit-limit.ts';
import type { SearchTerms } from './search-terms.ts';

export type OrderHitRow = {
  orderId: number;
  productName: string;
  state: OrderState;
  priceCents: number;
  createdAt: string;
  accountDBID: number;
  userName: string;
};

/** Orders by their number or a reference of their payment, then the newest of accounts whose name begins so. */
export function selectOrderHits({ id, text }: SearchTerms): SQL {
  return sql`
    select orders.id as "orderId", product_name as "productName", state, price_cents as "priceCents",
      orders.created_at as "createdAt", accounts.id as "accountDBID", accounts.user_name as "userName"
    from (
      select id, min(rank) as rank from (
        select id, 0 as rank from orders where id = ${id ?? 0}
        union all select id, 0 from orders where session_id = ${text}
        union all select id, 0 from orders where payment_intent_id = ${text}
        union all select id, 0 from orders where reference = ${text}
        union all select recent.id, 1
          from (${accountsBeginningWith(text)}) as named
          cross join lateral (
            select orders.id from orders where orders.account_id = named.account_id
            order by orders.id desc ${HIT_LIMIT}) as recent) as meant
      group by id order by rank, id desc ${HIT_LIMIT}) as found
    join orders on orders.id = found.id
    join accounts on accounts.id = orders.account_id
    order by rank, orders.id desc`;
}

export type CharacterHitRow = {
  characterId: string;
  name: string;
  level: number;
  class: string;
  serverId: number;
  serverName: string;
  accountDBID: number;
  userName: string;
};

/** As the index has it. */
const CHARACTER_NAME = sql`lower(name) collate "C"`;
const CHARACTER_KEY = sql`account_id, server_id, character_id`;

/** Characters whose name begins with the text. */
export function selectCharacterHits({ text }: SearchTerms): SQL {
  return sql`
    select character_id as "characterId", characters.name, level, class, server_id as "serverId",
      game_servers.name as "serverName", account_id as "accountDBID", user_name as "userName"
    from (
      select ${CHARACTER_KEY}, ${CHARACTER_NAME} as sorted_by from characters
      where ${isInRangeOf(CHARACTER_NAME, text)}
      order by sorted_by, ${CHARACTER_KEY} ${HIT_LIMIT}) as found
    join characters using (${CHARACTER_KEY})
    join accounts on accounts.id = account_id
    join game_servers on game_servers.id = server_id
    order by sorted_by, ${CHARACTER_KEY}`;
}
