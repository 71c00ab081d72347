import { AdminSection } from '#features/admin/AdminSection.tsx';
import { adminPage } from '#features/admin/admin-page.ts';
import { NewsDesk } from '#features/news/admin/NewsDesk.tsx';

function AdminNewsPage() {
  return (
    <AdminSection section="news">
      <NewsDesk />
    </AdminSection>
  );
}

export const route = adminPage('News', AdminNewsPage);
