import type { AdminOrderDetail } from '@waygate/contract/orders/orders.admin.schemas';
import { orderStateSchema } from '@waygate/contract/orders/orders.schemas';
import { priceText } from '#features/shop/price-text.ts';
import type { BadgeTone } from '#ui/admin/Badge.tsx';
import { moneyText } from './money-text.ts';
import { orderStateLabel, outcomeWords, reasonWords } from './order-admin-labels.ts';

/** One thing that happened to an order. */
export type HistoryEntry = { key: string; at: string; title: string; note: string; tone: BadgeTone };

/** Everything that happened to an order, oldest first, whoever told of it. */
export function historyOf({ events, webhooks, refunds }: AdminOrderDetail): HistoryEntry[] {
  const entries = [...webhooks.map(webhookEntry), ...refunds.map(refundEntry), ...events.map(eventEntry)];
  return entries.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

function eventEntry(
  { at, from, to, reason }: AdminOrderDetail['events'][number],
  place: number,
): HistoryEntry {
  const state = orderStateSchema.options.find((option) => option === to);
  const { text, tone } = state ? orderStateLabel(state) : { text: to, tone: 'neutral' as const };
  const isMove = from !== to;
  return {
    key: `event ${place}`,
    at,
    title: isMove ? text : titleOf(reason),
    note: eventReasonText(reason),
    tone: isMove ? tone : 'neutral',
  };
}

/** What happened without moving the order. */
function titleOf(reason: string): string {
  if (reason === 'taken back') return 'Goods taken back';
  if (reason === 'refunded by staff') return 'Refund decided';
  return 'Another fault';
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
    title: `The provider told: ${kind}`,
    note: `${sum}${webhookOutcomeText(outcome)}`,
    tone: 'info' as const,
  };
}

function refundEntry(
  { at, amount, state, failure, staff }: AdminOrderDetail['refunds'][number],
  place: number,
): HistoryEntry {
  return {
    key: `refund ${place}`,
    at,
    title: `${staff.userName} ordered a refund of ${priceText(amount)}`,
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
      return 'Written down; done as soon as the payment provider answers.';
    case 'done':
      return 'The payment provider has given it back.';
    case 'refused':
      return `The payment provider refused: ${failure ?? 'it did not say why.'}`;
  }
}
