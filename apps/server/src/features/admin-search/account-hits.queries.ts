import { isOwner, type Rank } from '@waygate/contract/ranks';
import { type SQL, sql } from 'drizzle-orm';
import { isBanned, mayBeEditedBy } from '#features/identity/identity.ts';
import type { Viewer } from '#platform/auth/viewer.ts';
import { isInRangeOf } from '#platform/db/search-text.ts';
import { HIT_LIMIT } from './hit-limit.ts';
import type { SearchTerms } from './search-terms.ts';

export type AccountHitRow = Rank & { id: number; userName: string; email: string; isBanned: boolean };

const NAMED = sql`select account_search.account_id, account_search.user_name`;

/**
 * Accounts by id, or the beginning of their name.
 *
 * @param hasContacts also by the beginning of their e-mail address and by their IP address's
 * network, where these aren't hidden from the viewer
 */
export function selectAccountHits(terms: SearchTerms, viewer: Viewer, hasContacts: boolean): SQL {
  const meanings = [...namedBy(terms), ...(hasContacts ? contactedBy(terms, viewer) : [])];
  return sql`
    select accounts.id, accounts.user_name as "userName", email, permission, web_mgt as "webMgt", sections,
      ${isBanned(sql`accounts.id`)} as "isBanned"
    from (
      select account_id, user_name, min(rank) as rank from (${sql.join(meanings, sql` union all `)}) as meant
      group by account_id, user_name order by rank, user_name ${HIT_LIMIT}) as found
    join accounts on accounts.id = found.account_id
    order by rank, found.user_name`;
}

/** The accounts whose name begins with the text, by name. */
export function accountsBeginningWith(text: string): SQL {
  return sql`select account_id, user_name from account_search
    where ${isInRangeOf(sql`user_name`, text)} order by user_name, account_id ${HIT_LIMIT}`;
}

function namedBy({ id, text }: SearchTerms): SQL[] {
  return [
    sql`(${NAMED}, 0 as rank from account_search where account_id = ${id ?? 0})`,
    sql`(select account_id, user_name, case when user_name = lower(${text}::text) then 0 else 1 end as rank
      from (${accountsBeginningWith(text)}) as named)`,
  ];
}

function contactedBy({ address, text }: SearchTerms, viewer: Viewer): SQL[] {
  const isOpen = isOwner(viewer)
    ? sql`true`
    : sql`(accounts.id = ${viewer.accountId} or (${mayBeEditedBy(viewer)}))`;
  const account = sql`account_search join accounts on accounts.id = account_search.account_id`;
  const byEmail = sql`(${NAMED}, 2 as rank from ${account}
    where ${isInRangeOf(sql`account_search.email`, text)} and ${isOpen}
    order by account_search.email ${HIT_LIMIT})`;
  if (address === undefined) return [byEmail];
  // Limited first, so that names are looked up for these alone.
  const byAddress = sql`(${NAMED}, 3 as rank from (
      select activity.account_id from account_activity activity join accounts on accounts.id = activity.account_id
      where activity.last_ip is not null and address_network(activity.last_ip) = address_network(${address}) and ${isOpen}
      ${HIT_LIMIT}) as met
    join account_search on account_search.account_id = met.account_id)`;
  return [byEmail, byAddress];
}
