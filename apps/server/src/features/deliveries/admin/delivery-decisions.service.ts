import type { AuditKind } from '@waygate/contract/audit/audit.schemas';
import { lockEditableAccount, changedFields, recordAudit, type Staff } from '#features/staff/staff.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { notFound } from '#platform/errors/app-error.ts';
import {
  cancelDelivery,
  markDelivered,
  retryDeadDelivery,
} from '#features/deliveries/dead-deliveries.service.ts';
import {
  type AdminDeliveryRow,
  selectAccountOfDelivery,
  selectDeliveryLocked,
} from './deliveries.admin.queries.ts';

const ACTS = {
  'delivery.retry': retryDeadDelivery,
  'delivery.cancel': cancelDelivery,
  'delivery.mark_delivered': markDelivered,
} satisfies Partial<Record<AuditKind, (tx: Transaction, id: number) => Promise<void>>>;

/**
 * What staff decide over a delivery, with its entry in the audit log.
 *
 * @returns the delivery afterwards
 * @throws unauthenticated, forbidden for staff who may not change the account; notFound; conflict when somebody else, or the game, was first
 */
export async function decideDelivery(
  db: Database,
  { id, kind, staff }: { id: number; kind: keyof typeof ACTS; staff: Staff },
): Promise<AdminDeliveryRow> {
  return db.transaction(async (tx) => {
    const accountId = await selectAccountOfDelivery(tx, id);
    if (accountId === undefined) throw unknownDelivery();
    // The account before its deliveries, as whoever takes back what was bought or granted.
    await lockEditableAccount(tx, staff, { accountId, section: 'orders' });
    const before = await lock(tx, id);
    await ACTS[kind](tx, id);
    const after = await lock(tx, id);
    const changes = changedFields(toldOf(before), toldOf(after));
    await recordAudit(tx, staff, { kind, target: id, accountId, ...changes });
    return after;
  });
}

async function lock(tx: Transaction, id: number): Promise<AdminDeliveryRow> {
  const row = await selectDeliveryLocked(tx, id);
  if (!row) throw unknownDelivery();
  return row;
}

function unknownDelivery() {
  return notFound('There is no such delivery.');
}

function toldOf({ state, attempts, lastDetail }: AdminDeliveryRow) {
  return { state, attempts, detail: lastDetail };
}
