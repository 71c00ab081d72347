import { stillPage } from '#features/page/page-route.tsx';

function PatchNotePage() {
  return <h1>PatchNotePage</h1>;
}

export const route = stillPage({
  meta: () => ({ title: 'PatchNotePage', description: '' }),
  Page: PatchNotePage,
});
