import { PAGES } from '@waygate/contract/site/pages';
import { Link, useLocation } from 'react-router';
import { useHasSessionEnded } from '#api/session.ts';
import { scenePreloads } from '#features/page/page-meta.ts';
import { staticPage } from '#features/page/page-route.tsx';
import { paths } from '#features/paths/paths.ts';
import { AddressNotices } from '#features/sign-in/AddressNotices.tsx';
import { AuthPanel } from '#features/sign-in/AuthPanel.tsx';
import { FormLinks } from '#features/sign-in/FormLinks.tsx';
import { LoginForm } from '#features/sign-in/LoginForm.tsx';
import { useSendOnSignedIn } from '#features/sign-in/use-origin.ts';
import { Notice } from '#ui/Notice.tsx';

function LoginPage() {
  useSendOnSignedIn();
  const hasEnded = useHasSessionEnded();
  const { state } = useLocation();
  return (
    <AuthPanel title="Login" intro="Welcome back, traveller." isForVisitors>
      {hasEnded && <Notice tone="info">Your session has ended. Sign in to go on where you left off.</Notice>}
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

export const route = staticPage({
  meta: ({ brandName }) => ({
    title: PAGES.login.title,
    description: `Sign in to ${brandName} to see your profile, claim drops and support the server.`,
    preloadImages: scenePreloads('start'),
  }),
  Page: LoginPage,
});
