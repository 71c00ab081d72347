import { AdminSection } from '#features/admin/frame/AdminSection.tsx';
import { adminPage } from '#features/admin/frame/admin-page.ts';
import { GameStatistics } from '#features/statistics/admin/GameStatistics.tsx';

function AdminGameStatisticsPage() {
  return (
    <AdminSection section="statisticsGame">
      <GameStatistics />
    </AdminSection>
  );
}

export const route = adminPage('statisticsGame', AdminGameStatisticsPage);
