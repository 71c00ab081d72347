import type { AdminOrderDetail, ReviewDecision } from '@waygate/contract/orders/orders.admin.schemas';
import { useId } from 'react';
import { OwnAccountNote } from '#features/admin/records/OwnAccountNote.tsx';
import { useMayGive } from '#features/admin/use-may-give.ts';
import { Panel } from '#ui/admin/Panel.tsx';
import { Button } from '#ui/Button.tsx';
import { ComparedSums } from './ComparedSums.tsx';
import { decisionTexts } from './review-decisions.ts';
import { reviewReasonText } from './order-admin-labels.ts';
import styles from './ReviewPanel.module.css';

type ReviewPanelProps = { order: AdminOrderDetail; onDecide: (decision: ReviewDecision) => void };

/** Why an order needs a decision, and the decisions staff can make. */
export function ReviewPanel({ order, onDecide }: ReviewPanelProps) {
  const isOwn = !useMayGive()(order.accountDBID);
  const noteId = useId();
  return (
    <Panel title="This order needs a decision">
      <p className={styles.reason}>{reviewReasonText(order.reviewReason)}</p>
      <ComparedSums order={order} />
      {order.decisions.length === 0 && (
        <p>A refund of this order is pending. The review closes when it completes.</p>
      )}
      {isOwn && order.decisions.length > 0 && <OwnAccountNote id={noteId} can="decide about its orders" />}
      <ul className={styles.decisions}>
        {order.decisions.map((decision) => (
          <li key={decision}>
            <Button
              look="secondary"
              disabled={isOwn}
              aria-describedby={isOwn ? noteId : undefined}
              onClick={() => onDecide(decision)}
            >
              {decisionTexts(decision, order).label}
            </Button>
            <p>{decisionTexts(decision, order).when}</p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
