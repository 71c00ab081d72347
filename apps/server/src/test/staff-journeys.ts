import { asc, eq } from 'drizzle-orm';
import { cancelDelivery } from '#features/deliveries/dead-deliveries.service.ts';
import { deliveries } from '#features/deliveries/deliveries.tables.ts';
import { attemptSignIn, createStaff, type Player, type Portal, usePortal } from './account-journeys.ts';
import { entriesAbout } from './audit.ts';

/** What staff did to the account, oldest first. */
export async function auditOf(portal: Pick<Portal, 'parts'>, accountId: number) {
  const entries = await entriesAbout(portal, accountId);
  return entries.map(({ id: _id, at: _at, accountId: _accountId, ...entry }) => entry);
}

/** As the ban dialog does; `given` stands in for some of its fields. */
export function banUser(
  { call }: Pick<Portal, 'call'>,
  { token }: { token: string },
  accountDBID: number,
  given: object = {},
) {
  const ban = { accountDBID, endTime: '2099-12-03 14:05:00', description: 'Used a bot', ip: null };
  return call('POST', '/admin/banUser', { token, body: { ...ban, ...given } });
}

/** A portal for all tests of the file, with somebody who may ban, and what they do. */
export async function useBanningStaff() {
  const portal = await usePortal();
  const staff = await createStaff(portal, ['actions']);
  return {
    portal,
    staff,
    ban: (id: number, given: object = {}, by: { token: string } = staff) => banUser(portal, by, id, given),
    unban: (id: number) => unbanUser(portal, staff, id),
    attempt: (player: Player, address?: string) => attemptSignIn(portal, player, address),
  };
}

export function unbanUser({ call }: Pick<Portal, 'call'>, { token }: { token: string }, accountDBID: number) {
  return call('POST', '/admin/unbanUser', { token, body: { accountDBID } });
}

/** `pending 17 until 2026-…` for each grant to the account, oldest first; a kind's name for what has no id. */
export async function grantsOf({ parts }: Pick<Portal, 'parts'>, accountId: number): Promise<string[]> {
  const rows = await parts.db
    .select()
    .from(deliveries)
    .where(eq(deliveries.accountId, accountId))
    .orderBy(asc(deliveries.id));
  return rows
    .filter(({ effect }) => effect === 'grant')
    .map(({ state, kind, itemId, availableUntil }) =>
      [state, itemId ?? kind, availableUntil && `until ${availableUntil.toISOString()}`]
        .filter(Boolean)
        .join(' '),
    );
}

/** As staff does who give a delivery up. */
export async function cancelByHand({ parts }: Pick<Portal, 'parts'>, grantKey: string): Promise<void> {
  const [row] = await parts.db.select().from(deliveries).where(eq(deliveries.idempotencyKey, grantKey));
  if (!row) throw new Error(`There is no delivery ${grantKey}.`);
  await parts.db.transaction((tx) => cancelDelivery(tx, row.id));
}
