import { useQuery } from '@tanstack/react-query';
import { listUnmatchedPayments } from '@waygate/contract/orders/unmatched.admin.endpoints';
import { Link } from 'react-router';
import { call } from '#api/call.ts';
import styles from '#features/orders/admin/OrdersToDecide.module.css';
import { adminPaths } from '#features/paths/admin-paths.ts';

/** How many payments have no order. */
export function UnmatchedWaiting() {
  const { data: total = 0 } = useQuery({
    queryKey: ['unmatched', 'waiting'],
    queryFn: async ({ signal }) => (await call(listUnmatchedPayments, { query: {} }, { signal })).total,
  });
  if (total === 0) return null;
  return (
    <p className={styles.waiting}>
      {total === 1 ? 'One payment has no order.' : `${total.toLocaleString()} payments have no order.`}{' '}
      <Link to={adminPaths.unmatchedPayments}>{total === 1 ? 'Show it' : 'Show them'}</Link>
    </p>
  );
}
