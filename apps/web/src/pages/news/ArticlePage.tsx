import { stillPage } from '#features/page/page-route.tsx';

function ArticlePage() {
  return <h1>ArticlePage</h1>;
}

export const route = stillPage({
  meta: () => ({ title: 'ArticlePage', description: '' }),
  Page: ArticlePage,
});
