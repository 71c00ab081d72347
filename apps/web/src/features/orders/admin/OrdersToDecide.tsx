import { useQuery } from '@tanstack/react-query';
import { listAdminOrders } from '@waygate/contract/orders/orders.admin.endpoints';
import { Link, useLocation } from 'react-router';
import { call } from '#api/call.ts';
import { adminPaths } from '#features/paths/admin-paths.ts';
import styles from './OrdersToDecide.module.css';

/** How many orders wait for a decision, whatever the list shows. */
export function OrdersToDecide() {
  const { search } = useLocation();
  const { data: total = 0 } = useQuery({
    queryKey: ['orders', 'to decide'],
    queryFn: async ({ signal }) =>
      (await call(listAdminOrders, { query: { state: 'review' } }, { signal })).total,
  });
  const isShown = new URLSearchParams(search).get('state') === 'review';
  if (total === 0 || isShown) return null;
  return (
    <p className={styles.waiting}>
      {total === 1 ? 'One order needs a decision.' : `${total.toLocaleString()} orders need a decision.`}{' '}
      <Link to={`${adminPaths.orders}?state=review`}>{total === 1 ? 'Show it' : 'Show them'}</Link>
    </p>
  );
}
