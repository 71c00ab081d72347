import type { DeliveryKind } from '@waygate/contract/deliveries/deliveries.schemas';
import type { GrantPackAction } from '@waygate/contract/actions/actions.schemas';
import {
  asStaffInTransaction,
  type AuditAction,
  audited,
  type Staff,
  unchanged,
} from '#features/staff/staff.ts';
import {
  grantBenefits,
  type Pack,
  selectPack,
  upsertPack,
  isPackage,
  selectGrantedPackages,
} from '#features/packs/packs.ts';
import {
  createPackKey,
  queueDeliveries,
  selectIsDeliveryCancelled,
  withdrawDeliveries,
} from '#features/deliveries/deliveries.ts';
import type { Database, Transaction } from '#platform/db/database.ts';

type PackGrant = {
  action: GrantPackAction;
  accountId: number;
  availableUntil: Date | null;
  reason: string | undefined;
};

type AccountMarks = { id: number; hasClaimedFounderPackage: boolean; hasClaimedVeteranPackage: boolean };

const PACKS: Record<GrantPackAction, { pack: Pack; kind: DeliveryKind }> = {
  GRANT_VETERAN_PACK: { pack: 'veteran', kind: 'veteran_package' },
  GRANT_FOUNDER_PACK: { pack: 'founder', kind: 'founder_package' },
  GRANT_CONTENT_CREATOR_PACK: { pack: 'content_creator', kind: 'content_creator_package' },
  GRANT_STAFF_PACK: { pack: 'staff', kind: 'staff_package' },
};

/**
 * Grants a pack until a time, or for good. Repeating a grant changes nothing; another time replaces the old one, and
 * a time in the past ends the pack.
 *
 * @throws what `asStaff` throws
 */
export async function grantPack(db: Database, staff: Staff, grant: PackGrant): Promise<void> {
  await db.transaction((tx) => grantPackInTransaction(tx, staff, grant));
}

/**
 * @param options.isOnlyLonger leaves a pack alone that lasts until then, or longer
 * @returns whether anything changed
 */
export function grantPackInTransaction(
  outer: Transaction,
  staff: Staff,
  grant: PackGrant,
  { isOnlyLonger = false } = {},
): Promise<boolean> {
  const { action, accountId, reason } = grant;
  const { pack } = PACKS[action];
  const right = { section: 'actions', accountId, givesValue: true } as const;
  // Each change of an account's packs holds the lock of the account.
  return asStaffInTransaction(outer, staff, right, async ({ tx, account }) => {
    const before = await selectPack(tx, { accountId, pack });
    const isKept = before && (isSameEnd(before, grant) || (isOnlyLonger && !endsEarlier(before, grant)));
    const isGranted = isKept && !(await selectIsDeliveryCancelled(tx, before.grantKey));
    if (!isGranted) await replaceGrant(tx, grant, before?.grantKey);
    const mark = await markPackage(tx, account, pack);
    if (isGranted && !mark) return unchanged(false);
    const end = isGranted ? before.availableUntil : grant.availableUntil;
    const granted: AuditAction = {
      kind: 'action.grant_pack',
      target: accountId,
      ...(before && { before: { date: before.availableUntil?.toISOString() ?? null } }),
      after: { action, date: end?.toISOString() ?? null, ...mark },
      spends: { packs: isGranted || (before && endsEarlier(grant, before)) ? 0 : 1 },
      reason,
    };
    return audited(granted, true);
  });
}

/** Null is never. */
type Ending = { availableUntil: Date | null };

function isSameEnd({ availableUntil: end }: Ending, { availableUntil: other }: Ending): boolean {
  return end?.getTime() === other?.getTime();
}

function endsEarlier({ availableUntil: end }: Ending, { availableUntil: other }: Ending): boolean {
  return end !== null && (other === null || end < other);
}

/** Queues the new grant before the revocation, so that the player never lacks the pack. */
async function replaceGrant(
  tx: Transaction,
  { action, accountId, availableUntil }: PackGrant,
  oldKey: string | undefined,
): Promise<void> {
  const { pack, kind } = PACKS[action];
  const grantKey = createPackKey({ accountId, pack });
  await queueDeliveries(tx, [
    { accountId, idempotencyKey: grantKey, kind, itemId: null, quantity: 1, availableUntil },
  ]);
  await upsertPack(tx, { accountId, pack, availableUntil, grantKey });
  if (oldKey !== undefined) await withdrawDeliveries(tx, [oldKey]);
}

/** @returns the changed field of the account; undefined when the package was marked before */
async function markPackage(tx: Transaction, account: AccountMarks, pack: Pack) {
  if (!isPackage(pack)) return undefined;
  const mark = { founder: 'hasClaimedFounderPackage', veteran: 'hasClaimedVeteranPackage' } as const;
  if (account[mark[pack]]) return undefined;
  if (!(await selectGrantedPackages(tx, account.id)).includes(pack)) return undefined;
  await grantBenefits(tx, account.id, { clubDays: 0, packages: [pack] });
  return { [mark[pack]]: true };
}
