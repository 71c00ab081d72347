import { stillPage } from '#features/page/page-route.tsx';

function NotFoundPage() {
  return <h1>NotFoundPage</h1>;
}

export const route = stillPage({
  meta: () => ({ title: 'NotFoundPage', description: '' }),
  Page: NotFoundPage,
});
