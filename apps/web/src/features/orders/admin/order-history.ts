import type { AdminOrderDetail, StaffDecision } from '@waygate/contract/orders/orders.admin.schemas';
import { orderStateSchema } from '@waygate/contract/orders/orders.schemas';
import { priceText } from '#features/shop/price-text.ts';
import type { BadgeTone } from '#ui/admin/Badge.tsx';
import { moneyText } from './money-text.ts';
import {
  eventReasonText,
  orderStateLabel,
  providerEventText,
  webhookOutcomeText,
} from './order-admin-labels.ts';

/** One entry of an order's history. */
export type HistoryEntry = { key: string; at: string; title: string; note: string; tone: BadgeTone };

/** The order's whole history from events, webhooks and refunds, oldest first. */
export function historyOf({ events, webhooks, refunds, staffDecisions }: AdminOrderDetail): HistoryEntry[] {
  const entries = [
    ...webhooks.map(webhookEntry),
    ...staffDecisions.map(decisionEntry),
    ...refunds.map(refundEntry),
    ...events.map(eventEntry),
  ];
  return entries.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

function eventEntry(
  { at, from, to, reason }: AdminOrderDetail['events'][number],
  index: number,
): HistoryEntry {
  const state = orderStateSchema.options.find((option) => option === to);
  const { text, tone } = state ? orderStateLabel(state) : { text: to, tone: 'neutral' as const };
  const isStateChange = from !== to;
  return {
    key: `event ${index}`,
    at,
    title: isStateChange ? text : titleOf(reason),
    note: eventReasonText(reason),
    tone: isStateChange ? tone : 'neutral',
  };
}

/** The title of an event that didn't change the state. */
function titleOf(reason: string): string {
  if (reason === 'taken back') return 'Items revoked';
  if (reason === 'marked_delivered_revoked') return 'Delivered by hand: please check';
  if (reason === 'revocation_waits') return 'Revocation waits for staff';
  if (reason === 'refunded by staff') return 'Refund decided';
  return 'Another mismatch';
}

function webhookEntry({
  eventId,
  kind,
  amount,
  currency,
  receivedAt,
  outcome,
}: AdminOrderDetail['webhooks'][number]) {
  const sum = amount === null ? '' : `${moneyText(amount, currency)}. `;
  return {
    key: `webhook ${eventId}`,
    at: receivedAt,
    title: providerEventText(kind),
    note: `${sum}${webhookOutcomeText(outcome)} (${kind})`,
    tone: 'info' as const,
  };
}

const DECIDED: Record<StaffDecision['kind'], string> = {
  deliver: 'marked the order as paid',
  refund: 'decided to refund',
  cancel: 'cancelled the order',
  attach: 'attached the payment',
};

function decisionEntry({ at, kind, reason, staff }: StaffDecision, index: number): HistoryEntry {
  return {
    key: `decision ${index}`,
    at,
    title: `${staff.userName} ${DECIDED[kind]}`,
    note: reason === null ? 'No reason was asked for.' : `Reason: ${reason}`,
    tone: 'warning',
  };
}

function refundEntry(
  { at, amount, state, failure, staff }: AdminOrderDetail['refunds'][number],
  index: number,
): HistoryEntry {
  return {
    key: `refund ${index}`,
    at,
    title: `${staff.userName} requested a refund of ${priceText(amount)}`,
    note: refundStateText(state, failure),
    tone: state === 'refused' ? 'error' : 'neutral',
  };
}

function refundStateText(
  state: AdminOrderDetail['refunds'][number]['state'],
  failure: string | null,
): string {
  switch (state) {
    case 'requested':
      return 'Recorded. It completes when the payment provider answers.';
    case 'done':
      return 'Refunded by the payment provider.';
    case 'refused':
      return `The payment provider refused: ${failure ?? 'no reason given.'}`;
  }
}
