import { stillPage } from '#features/page/page-route.tsx';

function LegalNoticePage() {
  return <h1>LegalNoticePage</h1>;
}

export const route = stillPage({
  meta: () => ({ title: 'LegalNoticePage', description: '' }),
  Page: LegalNoticePage,
});
