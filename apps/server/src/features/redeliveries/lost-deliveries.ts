import { isOwner, type Rank } from '@waygate/contract/ranks';
import { type SQL, sql } from 'drizzle-orm';
import { mayBeEditedBy } from '#features/identity/identity.ts';
import type { LostFilter } from './redeliveries.tables.ts';

/** The staff member on whose behalf something is sent, with their rank. */
export type Sender = Rank & { accountId: number };

/** Deliveries that the filter names: applied, and under new keys grants alone. */
export function isNamedBy({ mode, serverId, since, until, ...filter }: LostFilter): SQL {
  const conditions = [
    sql`deliveries.state = 'applied'`,
    sql`deliveries.settled_at <= ${until}`,
    ...(serverId === null ? [] : [sql`deliveries.server_id = ${serverId}`]),
    ...(since ? [sql`deliveries.settled_at >= ${since}`] : []),
    ...(mode === 'new_keys' ? [sql`deliveries.effect = 'grant'`] : []),
    ...scopeOf(filter),
  ];
  return sql.join(conditions, sql` and `);
}

function scopeOf({ scope, targetId }: Pick<LostFilter, 'scope' | 'targetId'>): SQL[] {
  switch (scope) {
    case 'everything':
      return [];
    case 'account':
      return [sql`deliveries.account_id = ${targetId}`];
    case 'order':
      return [sql`deliveries.order_id = ${targetId}`];
    case 'product':
      return [sql`deliveries.order_id in (select id from orders where product_id = ${targetId})`];
  }
}

/**
 * The deliveries of a condition, each with the quantity that is owed and an `exclusion`: why it isn't sent, null if it
 * is. A preview counts them, and a batch sends them, so that both agree.
 */
export function judgedDeliveries(
  where: SQL,
  { filter, sender }: { filter: LostFilter; sender: Sender },
): SQL {
  return sql`
    select deliveries.*, least(deliveries.quantity, club.days) as owed_quantity,
           ${exclusionOf(filter, sender)} as exclusion
    from deliveries
    join accounts on accounts.id = deliveries.account_id
    left join orders on orders.id = deliveries.order_id
    left join lateral (
      -- One that staff cancelled leaves the player the item.
      select state, settled_at from deliveries as revocations
      where revokes_key = deliveries.idempotency_key and state <> 'cancelled' limit 1) as revocation on true
    left join lateral (${clubDaysOf(filter)}) as club on true
    where ${where}`;
}

function exclusionOf({ mode, since, until }: LostFilter, sender: Sender): SQL {
  const isAnyone = isOwner(sender);
  const isOwn = isAnyone ? sql`false` : sql`accounts.id = ${sender.accountId}`;
  const isEditable = isAnyone ? sql`true` : mayBeEditedBy(sender);
  // The game gets both again, or neither: a grant alone would give the player what was revoked.
  const isRevokedAgain =
    mode === 'same_keys'
      ? sql`revocation.state = 'applied' and revocation.settled_at <= ${until}
          ${since ? sql`and revocation.settled_at >= ${since}` : sql``}`
      : sql`false`;
  const hasEnded =
    mode === 'new_keys' ? sql`deliveries.available_until <= now() or club.days <= 0` : sql`false`;
  const isUnclear = mode === 'same_keys' && !since ? sql`deliveries.is_marked_delivered` : sql`false`;
  return sql`case
    when ${isOwn} then 'own_account'
    when not (${isEditable}) then 'rank'
    when deliveries.effect = 'revoke' then null
    when deliveries.available_at < 'infinity' and (${isRevokedAgain}) then null
    when revocation.state is not null then 'not_owed'
    when deliveries.available_at = 'infinity' or orders.state in ('review', 'disputed') then 'held'
    when orders.state not in ('paid', 'partially_refunded') then 'not_owed'
    when ${hasEnded} then 'not_owed'
    when ${isUnclear} then 'by_hand'
  end`;
}

/**
 * How many of its club days a delivery still stands for; null for others, and under the same keys. What is left of the
 * club belongs to the newest grants: a player whose club has run for a month gets the rest of it, not all of it again.
 */
function clubDaysOf({ mode }: LostFilter): SQL {
  if (mode === 'same_keys') return sql`select null::int as days`;
  return sql`
    select (ceil(extract(epoch from accounts.agaia_club_expires_at - now()) / 86400)
      - coalesce(sum(newer.quantity), 0))::int as days
    from deliveries as newer
    where deliveries.kind = 'club_days' and newer.account_id = deliveries.account_id and newer.id > deliveries.id
      and newer.kind = 'club_days' and newer.effect = 'grant' and newer.state in ('pending', 'leased', 'applied', 'unknown', 'awaiting_character')
      and not exists (
        select from deliveries as revocations
        where revocations.revokes_key = newer.idempotency_key and revocations.state <> 'cancelled')
    having deliveries.kind = 'club_days'`;
}
