import { stillPage } from '#features/page/page-route.tsx';

function RegisterPage() {
  return <h1>RegisterPage</h1>;
}

export const route = stillPage({
  meta: () => ({ title: 'RegisterPage', description: '' }),
  Page: RegisterPage,
});
