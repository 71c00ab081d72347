import { AdminSection } from '#features/admin/frame/AdminSection.tsx';
import { adminPage } from '#features/admin/frame/admin-page.ts';
import { NewsDesk } from '#features/news/admin/NewsDesk.tsx';

function AdminNewsPage() {
  return (
    <AdminSection section="news">
      <NewsDesk />
    </AdminSection>
  );
}

export const route = adminPage('news', AdminNewsPage);
