import { Outlet } from 'react-router';

/** Header, page, footer. */
export function SiteLayout() {
  return (
    <main>
      <Outlet />
    </main>
  );
}
