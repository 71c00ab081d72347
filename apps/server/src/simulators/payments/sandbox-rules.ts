import { randomBytes } from 'node:crypto';
import type { SandboxSessionRow } from './sandbox.tables.ts';

/** What a buyer, a bank or the seller can do with a payment. */
export const ACTIONS = [
  'pay',
  'decline',
  'pay_later',
  'succeed',
  'fail',
  'expire',
  'refund',
  'dispute',
  'win',
  'lose',
] as const;
export type SandboxAction = (typeof ACTIONS)[number];

export type EventKind =
  | 'checkout.session.completed'
  | 'checkout.session.async_payment_succeeded'
  | 'checkout.session.async_payment_failed'
  | 'checkout.session.expired'
  | 'charge.refunded'
  | 'charge.dispute.created'
  | 'charge.dispute.closed';

/** How an action changes a session, and the event that the portal receives. */
export type Consequence = { changes: Partial<SandboxSessionRow>; event: EventKind | undefined };

/** Undefined when the session's state does not allow the action. */
export function consequenceOf(
  session: SandboxSessionRow,
  { action, refundCents = 0 }: { action: SandboxAction; refundCents?: number | undefined },
): Consequence | undefined {
  if (!possibleActions(session).includes(action)) return undefined;
  const paymentIntentId = session.paymentIntentId ?? newId('pi');
  // Nobody can press these buttons without having accepted the terms.
  const completed = {
    status: 'complete',
    termsAccepted: session.termsMessage !== null,
    completedAt: new Date(),
  } as const;
  const paid = {
    paymentStatus: 'paid',
    paymentIntentId,
    paymentIntentStatus: 'succeeded',
    chargeId: newId('ch'),
  } as const;
  switch (action) {
    case 'pay':
      return { changes: { ...paid, ...completed }, event: 'checkout.session.completed' };
    case 'decline':
      // The checkout stays open for another card.
      return {
        changes: { paymentIntentId, paymentIntentStatus: 'requires_payment_method' },
        event: undefined,
      };
    case 'pay_later':
      return {
        changes: { ...completed, paymentIntentId, paymentIntentStatus: 'processing' },
        event: 'checkout.session.completed',
      };
    case 'succeed':
      return { changes: paid, event: 'checkout.session.async_payment_succeeded' };
    case 'fail':
      return {
        changes: { paymentIntentStatus: 'requires_payment_method' },
        event: 'checkout.session.async_payment_failed',
      };
    case 'expire':
      return { changes: { status: 'expired' }, event: 'checkout.session.expired' };
    case 'refund':
      if (refundCents <= 0 || refundCents > refundableCents(session)) return undefined;
      return {
        changes: { refundedCents: session.refundedCents + refundCents },
        event: 'charge.refunded',
      };
    case 'dispute':
      return {
        changes: { disputeId: newId('dp'), disputeStatus: 'needs_response' },
        event: 'charge.dispute.created',
      };
    case 'win':
      return { changes: { disputeStatus: 'won' }, event: 'charge.dispute.closed' };
    case 'lose':
      return { changes: { disputeStatus: 'lost' }, event: 'charge.dispute.closed' };
  }
}

/** The actions that the session's state allows. */
export function possibleActions(session: SandboxSessionRow): SandboxAction[] {
  const { status, paymentStatus, paymentIntentStatus, disputeStatus } = session;
  if (status === 'open') return ['pay', 'decline', 'pay_later', 'expire'];
  if (status === 'expired') return [];
  if (paymentStatus === 'unpaid') return paymentIntentStatus === 'processing' ? ['succeed', 'fail'] : [];
  if (disputeStatus === 'needs_response') return ['win', 'lose'];
  // The bank has reclaimed the money: there is nothing left to refund.
  if (disputeStatus === 'lost') return [];
  const actions: SandboxAction[] = refundableCents(session) > 0 ? ['refund'] : [];
  return disputeStatus === null ? [...actions, 'dispute'] : actions;
}

export function refundableCents({ amountCents, refundedCents }: SandboxSessionRow): number {
  return amountCents - refundedCents;
}

/** Recognisable as simulated, and as hard to guess as a real id. */
export function newId(prefix: 'cs' | 'pi' | 'ch' | 're' | 'dp' | 'evt' | 'txn' | 'po'): string {
  return `${prefix}_sandbox_${randomBytes(16).toString('hex')}`;
}
