import { Link, useParams } from 'react-router';
import { AdminSection } from '#features/admin/frame/AdminSection.tsx';
import { adminPage } from '#features/admin/frame/admin-page.ts';
import { OrderDetails } from '#features/orders/admin/OrderDetails.tsx';
import { adminPaths } from '#features/paths/admin-paths.ts';

function AdminOrderPage() {
  const { orderId = '' } = useParams();
  return (
    <AdminSection
      section="orders"
      title={`Order ${orderId}`}
      toolbar={<Link to={adminPaths.orders}>Back to all orders</Link>}
    >
      <OrderDetails key={orderId} orderId={orderId} />
    </AdminSection>
  );
}

export const route = adminPage('order', AdminOrderPage);
