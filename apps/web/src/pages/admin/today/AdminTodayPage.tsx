import { ADMIN_PAGES } from '@waygate/contract/site/admin-pages';
import { adminPage } from '#features/admin/frame/admin-page.ts';
import { SectionHeader } from '#features/admin/frame/AdminSection.tsx';
import { TodayAdmin } from '#features/today/admin/TodayAdmin.tsx';

function AdminTodayPage() {
  return (
    <>
      <SectionHeader title={ADMIN_PAGES.today.title} />
      <TodayAdmin />
    </>
  );
}

export const route = adminPage('today', AdminTodayPage);
