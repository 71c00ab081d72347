import type { RedeliveryRequest } from '@waygate/contract/redeliveries/redeliveries.schemas';
import { isOwner } from '@waygate/contract/ranks';
import { selectGameServer } from '#features/game-servers/game-servers.ts';
import {
  asStaff,
  audited,
  type Spending,
  spendingOfGrant,
  type Staff,
  type StaffRight,
  sumOfSpending,
  unchanged,
} from '#features/staff/staff.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { conflict, forbidden, invalid } from '#platform/errors/app-error.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { redeliverJob } from '#features/redeliveries/job-definitions.ts';
import {
  insertRedelivery,
  type ListedRedelivery,
  selectRedelivery,
} from '#features/redeliveries/redeliveries.queries.ts';
import type { RedeliveryRow } from '#features/redeliveries/redeliveries.tables.ts';
import { type KindSum, selectLostByKind, selectNow } from './preview.queries.ts';

const OWNERS_ONLY = 'Only owners can send everything again under new keys.';

type NewRedelivery = Omit<RedeliveryRequest, 'expected' | 'target'> &
  Pick<RedeliveryRow, 'targetId' | 'staffId' | 'planned'>;

/**
 * Starts a redelivery of what a preview has counted. Repeating the request changes nothing. A worker sends the deliveries.
 *
 * @throws what `asStaff` throws; forbidden for a new season of everything by staff who are no owners; conflict when the
 *   number has changed since the preview, or the id belongs to another redelivery
 */
export function startRedelivery(
  { db, jobs }: { db: Database; jobs: Jobs },
  staff: Staff,
  { expected, target, ...request }: RedeliveryRequest,
): Promise<ListedRedelivery> {
  return asStaff(db, staff, rightFor({ ...request, target }), async ({ tx, viewer }) => {
    const { id, mode, scope, serverId, since, until, reason } = request;
    if (mode === 'new_keys' && scope === 'everything' && !isOwner(viewer)) throw forbidden(OWNERS_ONLY);
    const row = { ...request, targetId: target, staffId: viewer.accountId, planned: expected };
    // Inserted first: of two requests with one id, the second waits here and finds the first one's.
    if (serverId !== null) await requireServer(tx, serverId);
    if (!(await insertRedelivery(tx, row))) return unchanged(await getRepeated(tx, row));
    if (until > (await selectNow(tx)))
      throw invalid('This time is yet to come.', { until: 'This time is yet to come.' });
    const lost = await selectLostByKind(tx, { filter: row, sender: viewer });
    requireExpected(lost, expected);
    await jobs.enqueue(tx, redeliverJob, {});
    return audited(
      {
        kind: 'delivery.redeliver',
        target: id,
        after: {
          mode,
          scope,
          ...(target !== null && { target }),
          ...(serverId !== null && { server: serverId }),
          since: since?.toISOString() ?? null,
          until: until.toISOString(),
          deliveries: expected,
        },
        spends: mode === 'new_keys' ? sumOfSpending(lost.map(spendingOf)) : {},
        reason,
      },
      await getRedelivery(tx, id),
    );
  });
}

async function requireServer(tx: Transaction, serverId: number): Promise<void> {
  if (await selectGameServer(tx, serverId)) return;
  throw invalid('There is no such game server.', { serverId: 'There is no such game server.' });
}

/** Deliveries of one account count as a gift to it; those of several accounts are judged one by one. */
function rightFor({ scope, target }: Pick<RedeliveryRequest, 'scope' | 'target'>): StaffRight {
  const section = 'orders';
  return scope === 'account' && target !== null
    ? { section, accountId: target, givesValue: true }
    : { section };
}

function requireExpected(lost: KindSum[], expected: number): void {
  const found = lost.reduce((sum, { deliveries }) => sum + deliveries, 0);
  if (found === expected) return;
  const message =
    found === 0
      ? 'There is nothing left to send'
      : `It would be ${found.toLocaleString('en')} deliveries now`;
  throw conflict(`${message}, not ${expected.toLocaleString('en')} as counted before. Please count again.`);
}

/** The same request came before; its answer may have been lost. */
async function getRepeated(tx: Transaction, wanted: NewRedelivery): Promise<ListedRedelivery> {
  const found = await getRedelivery(tx, wanted.id);
  const { staffId, mode, scope, targetId, serverId, since, until, planned } = found.redelivery;
  const isSame =
    staffId === wanted.staffId &&
    mode === wanted.mode &&
    scope === wanted.scope &&
    targetId === wanted.targetId &&
    serverId === wanted.serverId &&
    since?.getTime() === wanted.since?.getTime() &&
    until.getTime() === wanted.until.getTime() &&
    planned === wanted.planned;
  if (!isSame) throw conflict('This id belongs to another redelivery.');
  return found;
}

async function getRedelivery(tx: Transaction, id: string): Promise<ListedRedelivery> {
  const found = await selectRedelivery(tx, id);
  if (!found) throw new Error(`There is no redelivery ${id}.`);
  return found;
}

/** Of items the pieces count, of everything else the deliveries. */
function spendingOf({ kind, deliveries, quantity }: KindSum): Spending {
  if (kind === 'item') return { items: quantity };
  const one = spendingOfGrant({ kind, quantity: 1 });
  return Object.fromEntries(Object.entries(one).map(([name, amount]) => [name, amount * deliveries]));
}
