import type { AdminOrderDetail, ReviewDecision } from '@waygate/contract/orders/orders.admin.schemas';
import { useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { findKeptInput } from '#api/kept-input.ts';
import { ListSkeleton } from '#features/admin/lists/ListSkeleton.tsx';
import { useOpensAction } from '#features/admin/search/opens-new.ts';
import { useMayGive } from '#features/admin/use-may-give.ts';
import { OrderLines } from '#features/orders/OrderLines.tsx';
import { Panel } from '#ui/admin/Panel.tsx';
import { useToast } from '#ui/admin/use-toast.ts';
import { Failure } from '#ui/Failure.tsx';
import { reasonName } from '#features/admin/records/reason.ts';
import { DecisionDialog } from './DecisionDialog.tsx';
import styles from './OrderDetails.module.css';
import { OrderDeliveries } from './OrderDeliveries.tsx';
import { OrderOverview } from './OrderOverview.tsx';
import { OrderTimeline } from './OrderTimeline.tsx';
import { OtherPayments } from './OtherPayments.tsx';
import { type Refundable, RefundDialog } from './RefundDialog.tsx';
import { refundName } from './refund.rules.ts';
import { decisionTitle } from './review-decisions.ts';
import { ReviewPanel } from './ReviewPanel.tsx';
import { useOrder } from './use-order.ts';

/** One order with its payments, deliveries, history and staff actions. */
export function OrderDetails({ orderId }: { orderId: string }) {
  const { data: order, error, isFetching, refetch } = useOrder(orderId);
  if (error && !order)
    return (
      <Failure message={messageOf(error, 'Failed to fetch this order.')} onRetry={() => void refetch()} />
    );
  if (!order) return <ListSkeleton caption="the order" />;
  return <LoadedOrder key={orderId} order={order} isCurrent={!isFetching} />;
}

/**
 * Dialogs live here and not in the panels that open them: a panel may disappear when another member of staff was first, and the
 * dialog's error must stay. What was typed when the session ended opens its dialog again.
 */
function LoadedOrder({ order, isCurrent }: { order: AdminOrderDetail; isCurrent: boolean }) {
  const [refunding, setRefunding] = useState(() => findKeptRefund(order));
  const [deciding, setDeciding] = useState(() => findKeptDecision(order));
  const mayGive = useMayGive();
  const toast = useToast();
  const askRefund = () => {
    const { decisions, refundable, refunded } = order;
    if (!mayGive(order.accountDBID)) return;
    if (decisions.includes('refund')) setDeciding('refund');
    else if (refundable > 0) setRefunding({ refundable, refunded });
    else toast(whyNotRefundable(order), 'info');
  };
  useOpensAction('refund', askRefund, { isReady: isCurrent });
  return (
    <div className={styles.details}>
      {order.state === 'review' && <ReviewPanel order={order} onDecide={setDeciding} />}
      <div className={styles.columns}>
        <div className={styles.column}>
          <OrderOverview order={order} onRefund={setRefunding} />
          <Panel title="Items, as the player sees them">
            <OrderLines order={order} />
          </Panel>
          {order.otherPayments.length > 0 && <OtherPayments order={order} onRefund={setRefunding} />}
        </div>
        <Panel title="History">
          <OrderTimeline order={order} />
        </Panel>
      </div>
      <OrderDeliveries order={order} isCurrent={isCurrent} />
      {refunding && (
        <RefundDialog order={order} payment={refunding} onClose={() => setRefunding(undefined)} />
      )}
      {deciding && (
        <DecisionDialog order={order} decision={deciding} onClose={() => setDeciding(undefined)} />
      )}
    </div>
  );
}

function whyNotRefundable({ refunds, orderId }: AdminOrderDetail): string {
  return refunds.some(({ state }) => state === 'requested')
    ? `A refund of order ${orderId} is pending.`
    : `Order ${orderId} has nothing to refund.`;
}

function findKeptRefund(order: AdminOrderDetail): Refundable | undefined {
  const own: Refundable = { refundable: order.refundable, refunded: order.refunded };
  return [own, ...order.otherPayments].find(
    ({ refundable, paymentIntentId }) =>
      refundable > 0 && findKeptInput(refundName(order.orderId, paymentIntentId)),
  );
}

function findKeptDecision(order: AdminOrderDetail): ReviewDecision | undefined {
  return order.decisions.find((decision) => findKeptInput(reasonName(decisionTitle(decision, order))));
}
