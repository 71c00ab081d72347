import { AdminSection } from '#features/admin/frame/AdminSection.tsx';
import { adminPage } from '#features/admin/frame/admin-page.ts';
import { CharacterStatistics } from '#features/statistics/admin/CharacterStatistics.tsx';

function AdminCharacterStatisticsPage() {
  return (
    <AdminSection section="statisticsCharacter">
      <CharacterStatistics />
    </AdminSection>
  );
}

export const route = adminPage('statisticsCharacter', AdminCharacterStatisticsPage);
