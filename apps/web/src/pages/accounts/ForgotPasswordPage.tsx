import { stillPage } from '#features/page/page-route.tsx';

function ForgotPasswordPage() {
  return <h1>ForgotPasswordPage</h1>;
}

export const route = stillPage({
  meta: () => ({ title: 'ForgotPasswordPage', description: '' }),
  Page: ForgotPasswordPage,
});
