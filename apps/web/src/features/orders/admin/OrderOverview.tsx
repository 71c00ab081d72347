import type { AdminOrderDetail } from '@waygate/contract/orders/orders.admin.schemas';
import { useId } from 'react';
import { Link } from 'react-router';
import { useSession } from '#api/session.ts';
import { AccountLink } from '#features/admin/lists/AccountLink.tsx';
import { OwnAccountNote } from '#features/admin/records/OwnAccountNote.tsx';
import { canUse } from '#features/admin/sections.ts';
import { useMayGive } from '#features/admin/use-may-give.ts';
import { useServerNames } from '#features/game-servers/admin/use-server-names.ts';
import { isAwaitingPayment } from '#features/orders/order-labels.ts';
import { adminPaths } from '#features/paths/admin-paths.ts';
import { priceText } from '#features/shop/price-text.ts';
import { DetailList } from '#ui/admin/DetailList.tsx';
import { Panel } from '#ui/admin/Panel.tsx';
import { Button } from '#ui/Button.tsx';
import { LocalTime } from '#ui/LocalTime.tsx';
import { disputeLink, paymentLink } from './provider-links.ts';
import { OrderState } from './OrderState.tsx';
import type { Refundable } from './RefundDialog.tsx';

type OrderOverviewProps = { order: AdminOrderDetail; onRefund: (payment: Refundable) => void };

/** The order's main details. */
export function OrderOverview({ order, onRefund }: OrderOverviewProps) {
  const isOwn = !useMayGive()(order.accountDBID);
  const hasServers = useServerNames().length > 1;
  const noteId = useId();
  const isRefunding = order.refunds.some(({ state }) => state === 'requested');
  return (
    <Panel
      title="Order"
      actions={
        order.refundable > 0 && (
          <Button
            look="danger"
            disabled={isOwn}
            aria-describedby={isOwn ? noteId : undefined}
            onClick={() => onRefund({ refundable: order.refundable, refunded: order.refunded })}
          >
            Refund…
          </Button>
        )
      }
    >
      {isOwn && order.refundable > 0 && <OwnAccountNote id={noteId} can="refund its orders" />}
      <DetailList
        details={[
          { label: 'Product', value: <ProductName order={order} /> },
          { label: 'Account', value: <AccountLink account={order} /> },
          ...(hasServers && order.serverName !== null
            ? [{ label: 'Game server', value: order.serverName }]
            : []),
          ...(order.characterName === null ? [] : [{ label: 'Character', value: order.characterName }]),
          { label: 'State', value: <OrderState state={order.state} /> },
          { label: 'Price', value: priceText(order.price) },
          {
            label: 'Amount refunded',
            value: `${priceText(order.refunded)}${isRefunding ? ', a refund is pending' : ''}`,
          },
          ...(order.tax === null ? [] : [{ label: 'Tax in the price', value: priceText(order.tax) }]),
          { label: 'Created', value: <LocalTime value={order.createdAt} /> },
          ...(isAwaitingPayment(order.state)
            ? [{ label: 'Checkout ends', value: <LocalTime value={order.expiresAt} /> }]
            : []),
          { label: 'Paid', value: time(order.paidAt) },
          ...(order.terms ? [{ label: 'Terms', value: <AcceptedTerms terms={order.terms} /> }] : []),
          { label: 'Items granted', value: time(order.fulfilledAt) },
          ...(order.reversedAt === null ? [] : [{ label: 'Items revoked', value: time(order.reversedAt) }]),
          {
            label: 'Payment provider',
            value: `${order.provider}${order.isLive ? '' : ', no real money'}`,
          },
          { label: 'Session', value: order.sessionId ?? '–' },
          { label: 'Payment', value: <Payment order={order} /> },
          ...(order.dispute
            ? [{ label: 'Dispute', value: <Dispute order={order} dispute={order.dispute} /> }]
            : []),
        ]}
      />
    </Panel>
  );
}

/** Linked for staff who may edit it. */
function ProductName({ order: { productId, productName } }: { order: AdminOrderDetail }) {
  const text = `${productName} (#${productId})`;
  if (!canUse(useSession(), 'products')) return text;
  return <Link to={`${adminPaths.products}?search=${productId}`}>{text}</Link>;
}

function time(at: string | null) {
  return at === null ? 'Not yet' : <LocalTime value={at} />;
}

function Payment({ order }: { order: AdminOrderDetail }) {
  const href = paymentLink(order, order.paymentIntentId);
  if (href === undefined) return '–';
  return (
    <a href={href} target="_blank" rel="noopener">
      {order.paymentIntentId}
    </a>
  );
}

type DisputeProps = { order: AdminOrderDetail; dispute: NonNullable<AdminOrderDetail['dispute']> };

/** Disputes are answered at the provider. */
function Dispute({ order, dispute: { disputeId, dueAt } }: DisputeProps) {
  return (
    <>
      <a href={disputeLink(order, disputeId)} target="_blank" rel="noopener">
        {order.state === 'disputed' ? 'Answer it at the payment provider' : disputeId}
      </a>
      {order.state === 'disputed' && dueAt !== null && (
        <>
          , due <LocalTime value={dueAt} />
        </>
      )}
    </>
  );
}

/** Which text the buyer accepted. */
function AcceptedTerms({ terms }: { terms: NonNullable<AdminOrderDetail['terms']> }) {
  return terms.acceptedAt === null ? (
    `Version ${terms.version}, not accepted yet`
  ) : (
    <>
      Version {terms.version}, accepted <LocalTime value={terms.acceptedAt} />
    </>
  );
}
