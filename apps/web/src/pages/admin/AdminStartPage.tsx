import { Navigate } from 'react-router';
import { useSession } from '#api/session.ts';
import { adminPage } from '#features/admin/frame/admin-page.ts';
import { permittedCategories } from '#features/admin/sections.ts';

/** The first section that one may use is selected at the start. */
function AdminStartPage() {
  const session = useSession();
  const first = session && permittedCategories(session)[0]?.sections[0];
  return first ? <Navigate to={first.path} replace /> : null;
}

export const route = adminPage('start', AdminStartPage);
