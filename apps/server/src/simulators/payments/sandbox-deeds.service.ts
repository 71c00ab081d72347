import type { Database, Transaction } from '#platform/db/database.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { postEvent } from './job-definitions.ts';
import { consequenceOf, type Deed, type EventKind, newId, refundableCents } from './sandbox-rules.ts';
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

export type SandboxBooks = { db: Database; jobs: Pick<Jobs, 'enqueue'> };

/** Refunds without an amount give back what is left. */
export type Act = { deed: Deed; refundCents?: number | undefined };

export type Outcome = { session: SandboxSessionRow; refund?: SandboxRefundRow };

/**
 * Does something to a payment, if it can be done now, and has the portal told.
 *
 * @returns undefined when it cannot be done
 */
export async function act(
  books: SandboxBooks,
  sessionId: string,
  { deed, refundCents }: Act,
): Promise<Outcome | undefined> {
  return books.db.transaction(async (tx) => {
    const session = await lockSession(tx, books, sessionId);
    return session && applyDeed(tx, books, session, { deed, refundCents });
  });
}

/** The session as it is now, locked: one whose time is over has expired. */
export async function lockSession(
  tx: Transaction,
  books: Pick<SandboxBooks, 'jobs'>,
  sessionId: string,
): Promise<SandboxSessionRow | undefined> {
  const found = await selectSessionForUpdate(tx, sessionId);
  if (!found?.isOverdue) return found?.session;
  const expired = await applyDeed(tx, books, found.session, { deed: 'expire' });
  return expired?.session;
}

/** Must hold the session's lock. */
export async function applyDeed(
  tx: Transaction,
  { jobs }: Pick<SandboxBooks, 'jobs'>,
  session: SandboxSessionRow,
  { deed, refundCents = refundableCents(session) }: Act,
): Promise<Outcome | undefined> {
  const consequence = consequenceOf(session, { deed, refundCents });
  if (!consequence) return undefined;
  const changed = await updateSession(tx, session.id, consequence.changes);
  const refund =
    deed === 'refund'
      ? await insertRefund(tx, { id: newId('re'), sessionId: session.id, amountCents: refundCents })
      : undefined;
  if (consequence.event) await writeEvent(tx, jobs, changed, consequence.event);
  return { session: changed, ...(refund && { refund }) };
}

/** Ends the checkouts whose time is over, also those that nobody looks at any more. */
export async function expireOverdueSessions(books: SandboxBooks): Promise<void> {
  const ids = await selectOverdueSessionIds(books.db, BATCH_SIZE);
  for (const id of ids) await books.db.transaction((tx) => lockSession(tx, books, id));
}

async function writeEvent(
  tx: Transaction,
  jobs: SandboxBooks['jobs'],
  session: SandboxSessionRow,
  kind: EventKind,
): Promise<void> {
  const [id, createdAt] = [newId('evt'), new Date()];
  const body = JSON.stringify(presentEvent(session, { id, kind, at: createdAt }), null, 2);
  await insertEvent(tx, { id, sessionId: session.id, kind, body, createdAt });
  await jobs.enqueue(tx, postEvent, { eventId: id });
}
