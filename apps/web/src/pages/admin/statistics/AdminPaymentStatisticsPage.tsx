import { AdminSection } from '#features/admin/frame/AdminSection.tsx';
import { adminPage } from '#features/admin/frame/admin-page.ts';
import { PaymentStatistics } from '#features/statistics/admin/PaymentStatistics.tsx';

function AdminPaymentStatisticsPage() {
  return (
    <AdminSection section="statisticsPayment">
      <PaymentStatistics />
    </AdminSection>
  );
}

export const route = adminPage('statisticsPayment', AdminPaymentStatisticsPage);
