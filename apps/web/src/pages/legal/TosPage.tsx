import { stillPage } from '#features/page/page-route.tsx';

function TosPage() {
  return <h1>TosPage</h1>;
}

export const route = stillPage({ meta: () => ({ title: 'TosPage', description: '' }), Page: TosPage });
