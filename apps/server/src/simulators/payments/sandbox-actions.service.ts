import type { Database, Transaction } from '#platform/db/database.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { insertMovement } from './sandbox-balance.ts';
import { postEvent } from './job-definitions.ts';
import {
  consequenceOf,
  type SandboxAction,
  type EventKind,
  newId,
  refundableCents,
} from './sandbox-rules.ts';
import {
  insertEvent,
  insertRefund,
  selectOverdueSessionIds,
  selectSessionForUpdate,
  updateSession,
} from './sandbox.queries.ts';
import type { SandboxRefundRow, SandboxSessionRow } from './sandbox.tables.ts';
import { presentEvent } from './stripe-objects.ts';

const BATCH_SIZE = 100;

export type SandboxDependencies = { db: Database; jobs: Pick<Jobs, 'enqueue'> };

/** A refund without an amount refunds what is left. */
export type ActionRequest = { action: SandboxAction; refundCents?: number | undefined };

export type Outcome = { session: SandboxSessionRow; refund?: SandboxRefundRow };

/**
 * Applies an action to a payment and queues the webhook for the portal.
 *
 * @returns undefined when the payment's state does not allow the action
 */
export async function performAction(
  dependencies: SandboxDependencies,
  sessionId: string,
  { action, refundCents }: ActionRequest,
): Promise<Outcome | undefined> {
  return dependencies.db.transaction(async (tx) => {
    const session = await lockSession(tx, dependencies, sessionId);
    return session && applyAction(tx, dependencies, session, { action, refundCents });
  });
}

/** Locks the session, and expires it first if it is overdue. */
export async function lockSession(
  tx: Transaction,
  dependencies: Pick<SandboxDependencies, 'jobs'>,
  sessionId: string,
): Promise<SandboxSessionRow | undefined> {
  const found = await selectSessionForUpdate(tx, sessionId);
  if (!found?.isOverdue) return found?.session;
  const expired = await applyAction(tx, dependencies, found.session, { action: 'expire' });
  return expired?.session;
}

/** Must hold the session's lock. */
export async function applyAction(
  tx: Transaction,
  { jobs }: Pick<SandboxDependencies, 'jobs'>,
  session: SandboxSessionRow,
  { action, refundCents = refundableCents(session) }: ActionRequest,
): Promise<Outcome | undefined> {
  const consequence = consequenceOf(session, { action, refundCents });
  if (!consequence) return undefined;
  const changed = await updateSession(tx, session.id, consequence.changes);
  const refund =
    action === 'refund'
      ? await insertRefund(tx, { id: newId('re'), sessionId: session.id, amountCents: refundCents })
      : undefined;
  await insertMovement(tx, action, { session: changed, refund });
  if (consequence.event) await writeEvent(tx, jobs, changed, consequence.event);
  return { session: changed, ...(refund && { refund }) };
}

/** Expires every overdue checkout, whether or not somebody opens it again. */
export async function expireOverdueSessions(dependencies: SandboxDependencies): Promise<void> {
  const ids = await selectOverdueSessionIds(dependencies.db, BATCH_SIZE);
  for (const id of ids) await dependencies.db.transaction((tx) => lockSession(tx, dependencies, id));
}

async function writeEvent(
  tx: Transaction,
  jobs: SandboxDependencies['jobs'],
  session: SandboxSessionRow,
  kind: EventKind,
): Promise<void> {
  const [id, createdAt] = [newId('evt'), new Date()];
  const body = JSON.stringify(presentEvent(session, { id, kind, at: createdAt }), null, 2);
  await insertEvent(tx, { id, sessionId: session.id, kind, body, createdAt });
  await jobs.enqueue(tx, postEvent, { eventId: id });
}
