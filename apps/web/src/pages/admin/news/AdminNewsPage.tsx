import { AdminSection } from '#features/admin/frame/AdminSection.tsx';
import { adminPage } from '#features/admin/frame/admin-page.ts';
import { NewsAdmin } from '#features/news/admin/NewsAdmin.tsx';

function AdminNewsPage() {
  return (
    <AdminSection section="news">
      <NewsAdmin />
    </AdminSection>
  );
}

export const route = adminPage('news', AdminNewsPage);
