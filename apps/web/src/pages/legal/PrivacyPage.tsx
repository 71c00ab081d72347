import { stillPage } from '#features/page/page-route.tsx';

function PrivacyPage() {
  return <h1>PrivacyPage</h1>;
}

export const route = stillPage({
  meta: () => ({ title: 'PrivacyPage', description: '' }),
  Page: PrivacyPage,
});
