import { stillPage } from '#features/page/page-route.tsx';

function HomePage() {
  return <h1>HomePage</h1>;
}

export const route = stillPage({ meta: () => ({ title: 'HomePage', description: '' }), Page: HomePage });
