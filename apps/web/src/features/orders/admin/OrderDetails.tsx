import type { ReviewDecision } from '@waygate/contract/orders/orders.admin.schemas';
import { useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { ListSkeleton } from '#features/admin/lists/ListSkeleton.tsx';
import { OrderLines } from '#features/orders/OrderLines.tsx';
import { Panel } from '#ui/admin/Panel.tsx';
import { Failure } from '#ui/Failure.tsx';
import { DecisionDialog } from './DecisionDialog.tsx';
import styles from './OrderDetails.module.css';
import { OrderDeliveries } from './OrderDeliveries.tsx';
import { OrderOverview } from './OrderOverview.tsx';
import { OrderTimeline } from './OrderTimeline.tsx';
import { OtherPayments } from './OtherPayments.tsx';
import { type Refundable, RefundDialog } from './RefundDialog.tsx';
import { ReviewPanel } from './ReviewPanel.tsx';
import { useOrder } from './use-order.ts';

/** Everything that staff need to know of one order, and what they can do about it. */
export function OrderDetails({ orderId }: { orderId: string }) {
  const { data: order, error, refetch } = useOrder(orderId);
  // Beside what opens them: a button goes when somebody else was first, and the sentence that says so must not.
  const [refunding, setRefunding] = useState<Refundable>();
  const [deciding, setDeciding] = useState<ReviewDecision>();
  if (error && !order)
    return (
      <Failure message={messageOf(error, 'Failed to fetch this order.')} onRetry={() => void refetch()} />
    );
  if (!order) return <ListSkeleton caption="the order" />;
  return (
    <div className={styles.details}>
      {order.state === 'review' && <ReviewPanel order={order} onDecide={setDeciding} />}
      <div className={styles.columns}>
        <div className={styles.column}>
          <OrderOverview order={order} onRefund={setRefunding} />
          <Panel title="What was bought, as the player reads it">
            <OrderLines order={order} />
          </Panel>
          {order.otherPayments.length > 0 && <OtherPayments order={order} onRefund={setRefunding} />}
        </div>
        <Panel title="History">
          <OrderTimeline order={order} />
        </Panel>
      </div>
      <OrderDeliveries order={order} />
      {refunding && (
        <RefundDialog order={order} payment={refunding} onClose={() => setRefunding(undefined)} />
      )}
      {deciding && (
        <DecisionDialog order={order} decision={deciding} onClose={() => setDeciding(undefined)} />
      )}
    </div>
  );
}
