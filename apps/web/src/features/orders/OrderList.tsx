import { listOrders } from '@waygate/contract/orders/orders.endpoints';
import type { Order } from '@waygate/contract/orders/orders.schemas';
import { ReceiptText, RotateCw, ShoppingBag } from 'lucide-react';
import { call } from '#api/call.ts';
import { useLoaded } from '#api/use-loaded.ts';
import { useGameServers } from '#features/game-servers/game-servers.queries.ts';
import { openShop } from '#features/shop/storefront-overlay.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyPanel } from '#ui/EmptyPanel.tsx';
import { Failure } from '#ui/Failure.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { OrderEntry } from './OrderEntry.tsx';
import styles from './OrderList.module.css';

/** Everything the signed-in player has bought. */
export function OrderList() {
  const { content, isRefreshing, reload, refresh } = useLoaded(
    (signal) => call(listOrders, { query: {} }, { signal }),
    'Failed to load your orders.',
  );
  return (
    <section className={styles.orders}>
      <header className={styles.header}>
        <h2>Orders</h2>
        {content.status === 'loaded' && (
          <Button look="quiet" isBusy={isRefreshing} onClick={refresh}>
            <RotateCw aria-hidden size={18} /> Refresh
          </Button>
        )}
      </header>
      {content.status === 'loading' && <OrderSkeleton />}
      {content.status === 'failed' && <Failure message={content.message} onRetry={reload} />}
      {content.status === 'loaded' && <Orders {...content.value} />}
    </section>
  );
}

function Orders({ orders, total }: { orders: Order[]; total: number }) {
  const hasServers = useGameServers().length > 1;
  if (orders.length === 0) return <NoOrders />;
  return (
    <>
      <ul className={styles.list}>
        {orders.map((order) => (
          <li key={order.orderId}>
            <OrderEntry order={order} hasServers={hasServers} />
          </li>
        ))}
      </ul>
      {total > orders.length && (
        <p className={styles.more}>
          These are the newest {orders.length} of {total.toLocaleString()} orders.
        </p>
      )}
    </>
  );
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
    </>
  );
}
