import { Link, useLocation } from 'react-router';
import { AddressNotices } from '#features/accounts/AddressNotices.tsx';
import { AuthPanel } from '#features/accounts/AuthPanel.tsx';
import { FormLinks } from '#features/accounts/FormLinks.tsx';
import { LoginForm } from '#features/accounts/LoginForm.tsx';
import { useSendOnSignedIn } from '#features/accounts/use-origin.ts';
import { stillPage } from '#features/page/page-route.tsx';
import { paths } from '#features/paths/paths.ts';

function LoginPage() {
  useSendOnSignedIn();
  const { state } = useLocation();
  return (
    <AuthPanel title="Login" intro="Welcome back, traveller." isForVisitors>
      <AddressNotices />
      <LoginForm />
      <FormLinks accepting="logging in">
        New here?{' '}
        <Link to={paths.register} state={state}>
          Create an account
        </Link>
      </FormLinks>
    </AuthPanel>
  );
}

export const route = stillPage({
  meta: ({ brandName }) => ({
    title: 'Login',
    description: `Sign in to ${brandName} to see your profile, claim drops and support the server.`,
  }),
  Page: LoginPage,
});
