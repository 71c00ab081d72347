import { stillPage } from '#features/page/page-route.tsx';

function PatchNotesPage() {
  return <h1>PatchNotesPage</h1>;
}

export const route = stillPage({
  meta: () => ({ title: 'PatchNotesPage', description: '' }),
  Page: PatchNotesPage,
});
