import { ReceiptText, RotateCw, ShoppingBag } from 'lucide-react';
import { useRef } from 'react';
import { useGameServers } from '#features/game-servers/game-servers.queries.ts';
import { openShop } from '#features/shop/storefront-overlay.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyPanel } from '#ui/EmptyPanel.tsx';
import { Failure } from '#ui/Failure.tsx';
import { Notice } from '#ui/Notice.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { countText } from '#ui/texts/count-text.ts';
import { OrderEntry } from './OrderEntry.tsx';
import { useFocusAfterLoss } from '#ui/use-focus-after-loss.ts';
import styles from './OrderList.module.css';
import { type OrderHistory, type ReadOrderHistory, useOrderHistory } from './use-order-history.ts';

/** Everything the signed-in player has bought, newest first. */
export function OrderList() {
  const history = useOrderHistory();
  const { content, isRefreshing, loading, reload, refresh } = history;
  return (
    <section className={styles.orders}>
      <header className={styles.header}>
        <h2>Orders</h2>
        {content.status === 'loaded' && (
          <>
            {content.value.total > 0 && <p className={styles.count}>{orderCountText(content.value.total)}</p>}
            <Button look="quiet" isBusy={isRefreshing || loading.isBusy} onClick={refresh}>
              <RotateCw aria-hidden size={18} /> Refresh
            </Button>
          </>
        )}
      </header>
      {content.status === 'loading' && <OrderSkeleton />}
      {content.status === 'failed' && <Failure message={content.message} onRetry={reload} />}
      {content.status === 'loaded' && <Orders {...content.value} history={history} />}
    </section>
  );
}

function Orders({ history, ...shown }: OrderHistory & { history: ReadOrderHistory }) {
  const hasServers = useGameServers().length > 1;
  const { orders } = shown;
  if (orders.length === 0) return <NoOrders />;
  return (
    <>
      <ol className={styles.list}>
        {orders.map((order) => (
          <li key={order.orderId}>
            <OrderEntry order={order} hasServers={hasServers} />
          </li>
        ))}
      </ol>
      <OlderOrders {...shown} history={history} />
    </>
  );
}

function OlderOrders({
  total,
  remaining,
  isExtended,
  history: { loadOlder, loading, isRefreshing },
}: OrderHistory & { history: ReadOrderHistory }) {
  const end = useRef<HTMLParagraphElement>(null);
  // The button that loaded the last of them has gone.
  useFocusAfterLoss(remaining === 0, () => end.current);
  if (remaining === 0)
    return (
      isExtended && (
        <p ref={end} className={styles.end} tabIndex={-1}>
          These are all {countText(total)} orders.
        </p>
      )
    );
  return (
    <div className={styles.older}>
      {loading.error && <Notice tone="error">{loading.error}</Notice>}
      <Button look="secondary" isBusy={loading.isBusy || isRefreshing} onClick={loadOlder}>
        {loading.isBusy ? 'Loading…' : 'Show older orders'}
      </Button>
      <p className={styles.count}>
        {countText(remaining)} of {countText(total)} left
      </p>
    </div>
  );
}

function orderCountText(total: number): string {
  return total === 1 ? '1 order' : `${countText(total)} orders`;
}

function NoOrders() {
  return (
    <EmptyPanel icon={ReceiptText}>
      <p>You haven't bought anything yet. Your orders and their status appear here.</p>
      <Button onClick={openShop} aria-haspopup="dialog">
        <ShoppingBag aria-hidden size={18} /> Open the shop
      </Button>
    </EmptyPanel>
  );
}

function OrderSkeleton() {
  return (
    <>
      <output className="visually-hidden">Loading orders...</output>
      <Skeleton className={styles.placeholder} />
      <Skeleton className={styles.placeholder} />
      <Skeleton className={styles.placeholder} />
    </>
  );
}
