import { stillPage } from '#features/page/page-route.tsx';

function NewsListPage() {
  return <h1>NewsListPage</h1>;
}

export const route = stillPage({
  meta: () => ({ title: 'NewsListPage', description: '' }),
  Page: NewsListPage,
});
