import { exportOrders, listAdminOrders } from '@waygate/contract/orders/orders.admin.endpoints';
import type { AdminOrder } from '@waygate/contract/orders/orders.admin.schemas';
import { Link } from 'react-router';
import { AccountLink } from '#features/admin/lists/AccountLink.tsx';
import type { ListFilter } from '#features/admin/lists/filters/ListFilters.tsx';
import { loadFrom } from '#features/admin/lists/list-source.ts';
import { ListView } from '#features/admin/lists/ListView.tsx';
import { serverFilters } from '#features/game-servers/admin/server-filters.ts';
import { useServerNames } from '#features/game-servers/admin/use-server-names.ts';
import { adminPaths } from '#features/paths/admin-paths.ts';
import { priceText } from '#features/shop/price-text.ts';
import type { Column } from '#ui/admin/table/columns.ts';
import { ShortTime } from '#ui/admin/table/ShortTime.tsx';
import { RevenueExport } from './RevenueExport.tsx';
import { OrdersToDecide } from './OrdersToDecide.tsx';
import { OrderState } from './OrderState.tsx';
import { ORDER_STATE_OPTIONS } from './order-admin-labels.ts';

const COLUMNS: Column<AdminOrder>[] = [
  {
    id: 'id',
    label: 'Order',
    sortKey: 'orderId',
    render: ({ orderId }) => <Link to={adminPaths.order({ orderId })}>#{orderId}</Link>,
  },
  { id: 'what', label: 'What', isPrimary: true, render: ({ productName }) => productName },
  { id: 'account', label: 'Account', render: (order) => <AccountLink account={order} /> },
  { id: 'price', label: 'Price', align: 'end', phone: 'top', render: ({ price }) => priceText(price) },
  {
    id: 'refunded',
    label: 'Refunded',
    align: 'end',
    phone: 'hidden',
    render: ({ refunded }) => (refunded > 0 ? priceText(refunded) : '–'),
  },
  { id: 'state', label: 'State', phone: 'bottom', render: ({ state }) => <OrderState state={state} /> },
  { id: 'begun', label: 'Begun', render: ({ createdAt }) => <ShortTime value={createdAt} /> },
  {
    id: 'paid',
    label: 'Paid',
    phone: 'hidden',
    render: ({ paidAt }) => (paidAt === null ? '–' : <ShortTime value={paidAt} />),
  },
];

const SERVER: Column<AdminOrder> = {
  id: 'server',
  label: 'Game server',
  phone: 'hidden',
  render: ({ serverName, characterName }) => [serverName, characterName].filter(Boolean).join(', ') || '–',
};

const SERVER_COLUMNS = COLUMNS.toSpliced(3, 0, SERVER);

const FILTERS: ListFilter[] = [
  { name: 'product', label: 'Product', input: 'product', isExtra: true },
  { name: 'account', label: 'Player', input: 'account', isExtra: true },
  { name: 'atLeast', label: 'Price from €', input: 'amount', isExtra: true },
  { name: 'atMost', label: 'Price up to €', input: 'amount', isExtra: true },
  { name: 'from', label: 'Begun from', input: 'time', isExtra: true },
  { name: 'to', label: 'Begun before', input: 'time', isExtra: true },
];

/** All orders, newest first. */
export function AdminOrderList() {
  const servers = useServerNames();
  const hasServers = servers.length > 1;
  return (
    <>
      <OrdersToDecide />
      <ListView
        queryKey={['orders']}
        load={loadFrom(listAdminOrders, ({ orders: rows, ...totals }) => ({ rows, ...totals }))}
        failurePrefix="Failed to fetch orders."
        caption="Orders"
        columns={hasServers ? SERVER_COLUMNS : COLUMNS}
        rowKey={({ orderId }) => orderId}
        searchLabel="Search by id, name or payment"
        filters={[
          { name: 'state', label: 'State', options: ORDER_STATE_OPTIONS },
          ...serverFilters(servers),
          ...FILTERS,
        ]}
        defaultSort="-orderId"
        empty={<p>Nobody has bought anything yet.</p>}
        csv={exportOrders}
        toolbar={<RevenueExport />}
      />
    </>
  );
}
