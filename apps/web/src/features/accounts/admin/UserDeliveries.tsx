import { useQuery } from '@tanstack/react-query';
import { listAdminDeliveries } from '@waygate/contract/deliveries/deliveries.admin.endpoints';
import { call } from '#api/call.ts';
import { DELIVERY_COLUMNS } from './record-columns.tsx';
import { RecordTable } from './RecordTable.tsx';

/** What the game was given for the account, or has to take back. */
export function UserDeliveries({ accountId }: { accountId: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['deliveries', 'of account', accountId],
    queryFn: async ({ signal }) => {
      const query = { pageSize: '50', state: 'all', account: accountId } as const;
      return (await call(listAdminDeliveries, { query }, { signal })).deliveries;
    },
  });
  return (
    <RecordTable
      caption="Deliveries"
      rows={data}
      error={error}
      onRetry={() => void refetch()}
      columns={DELIVERY_COLUMNS}
      rowKey={({ deliveryId }) => deliveryId}
      nothing="Nothing was sent to the game for this player."
    />
  );
}
