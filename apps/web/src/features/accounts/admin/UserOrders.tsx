import { useQuery } from '@tanstack/react-query';
import { listAdminOrders } from '@waygate/contract/orders/orders.admin.endpoints';
import { call } from '#api/call.ts';
import { ORDER_COLUMNS } from './record-columns.tsx';
import { RecordTable } from './RecordTable.tsx';

/** What the account bought. */
export function UserOrders({ accountId }: { accountId: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['orders', 'of account', accountId],
    queryFn: async ({ signal }) => {
      const query = { pageSize: '50', account: accountId } as const;
      return (await call(listAdminOrders, { query }, { signal })).orders;
    },
  });
  return (
    <RecordTable
      caption="Orders"
      rows={data}
      error={error}
      onRetry={() => void refetch()}
      columns={ORDER_COLUMNS}
      rowKey={({ orderId }) => orderId}
      nothing="This player has bought nothing yet."
    />
  );
}
