import { stillPage } from '#features/page/page-route.tsx';

function LoginPage() {
  return <h1>LoginPage</h1>;
}

export const route = stillPage({ meta: () => ({ title: 'LoginPage', description: '' }), Page: LoginPage });
