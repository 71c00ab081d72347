import { stillPage } from '#features/page/page-route.tsx';

function ResetPasswordPage() {
  return <h1>ResetPasswordPage</h1>;
}

export const route = stillPage({
  meta: () => ({ title: 'ResetPasswordPage', description: '' }),
  Page: ResetPasswordPage,
});
