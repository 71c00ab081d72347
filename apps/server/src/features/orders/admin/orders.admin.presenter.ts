import type { AuditKind } from '@waygate/contract/audit/audit.schemas';
import {
  type AdminOrder,
  type AdminOrderDetail,
  reviewDecisionSchema,
  type StaffDecision,
} from '@waygate/contract/orders/orders.admin.schemas';
import { shownState } from '#features/deliveries/deliveries.ts';
import { otherRefundableCents, possibleDecisions, refundableCents } from './order-decisions.rules.ts';
import type { OrderDetails } from './order-details.queries.ts';
import type { AdminOrderRow } from './orders.admin.queries.ts';

export function presentAdminOrder(row: AdminOrderRow): AdminOrder {
  return {
    orderId: row.id,
    accountDBID: row.accountId,
    userName: row.userName,
    productId: row.productId,
    productName: row.productName,
    state: row.state,
    reviewReason: row.state === 'review' ? row.reviewReason : null,
    price: row.priceCents / 100,
    refunded: row.refundedCents / 100,
    provider: row.provider,
    isLive: row.isLive,
    createdAt: row.createdAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
    serverId: row.serverId,
    serverName: row.serverName,
    characterName: row.characterName,
  };
}

export function presentAdminOrderDetail(details: OrderDetails): AdminOrderDetail {
  const { order, userName, serverName, lines, refunds, decisions, otherPayments, terms } = details;
  return {
    ...presentAdminOrder({ ...order, userName, serverName }),
    lines,
    sessionId: order.sessionId,
    paymentIntentId: order.paymentIntentId,
    expiresAt: order.expiresAt.toISOString(),
    fulfilledAt: timeOf(order.fulfilledAt),
    reversedAt: timeOf(order.reversedAt),
    terms: terms
      ? { version: terms.version, updated: terms.updated, acceptedAt: timeOf(order.termsAcceptedAt) }
      : null,
    tax: order.taxCents === null ? null : order.taxCents / 100,
    received:
      order.receivedCents === null || order.receivedCurrency === null
        ? null
        : { amount: order.receivedCents / 100, currency: order.receivedCurrency },
    dispute:
      order.disputeId === null ? null : { disputeId: order.disputeId, dueAt: timeOf(order.disputeDueAt) },
    refundable: refundableCents(details) / 100,
    decisions: possibleDecisions(details),
    ...historyOf(details),
    refunds: refunds.map(({ createdAt, amountCents, state, failure, staffId, staffName, settledAt }) => ({
      at: createdAt.toISOString(),
      amount: amountCents / 100,
      state,
      failure,
      staff: { accountDBID: staffId, userName: staffName },
      settledAt: timeOf(settledAt),
    })),
    staffDecisions: decisions.map(({ at, kind, after, reason, staffId, staffName }) => ({
      at: at.toISOString(),
      kind: decisionOf(kind, after),
      reason,
      staff: { accountDBID: staffId, userName: staffName },
    })),
    otherPayments: otherPayments.map((payment) => ({
      sessionId: payment.sessionId,
      paymentIntentId: payment.paymentIntentId,
      state: payment.state,
      amount: payment.amountCents === null ? null : payment.amountCents / 100,
      currency: payment.currency,
      refunded: payment.refundedCents / 100,
      refundable: otherRefundableCents(payment, refunds) / 100,
    })),
  };
}

function decisionOf(kind: AuditKind, after: Record<string, unknown> | null): StaffDecision['kind'] {
  if (kind === 'unmatched.attach') return 'attach';
  const decision = reviewDecisionSchema.options.find((option) => option === after?.decision);
  return decision ?? 'refund';
}

function historyOf({ events, webhooks, deliveries }: OrderDetails) {
  return {
    events: events.map(({ createdAt, fromState, toState, reason }) => ({
      at: createdAt.toISOString(),
      from: fromState,
      to: toState,
      reason,
    })),
    webhooks: webhooks.map(({ eventId, kind, amountCents, currency, receivedAt, processedAt, outcome }) => ({
      eventId,
      kind,
      amount: amountCents === null ? null : amountCents / 100,
      currency,
      receivedAt: receivedAt.toISOString(),
      processedAt: timeOf(processedAt),
      outcome,
    })),
    deliveries: deliveries.map((delivery) => ({
      deliveryId: delivery.id,
      effect: delivery.effect,
      kind: delivery.kind,
      itemId: delivery.itemId,
      itemName: delivery.itemName,
      quantity: delivery.quantity,
      state: shownState(delivery),
      isOnHold: delivery.isOnHold,
      attempts: delivery.attempts,
      failure: delivery.state === 'dead' ? delivery.failure : null,
      isMarkedDelivered: delivery.isMarkedDelivered,
      detail: delivery.lastDetail,
      settledAt: timeOf(delivery.settledAt),
    })),
  };
}

function timeOf(time: Date | null): string | null {
  return time?.toISOString() ?? null;
}
