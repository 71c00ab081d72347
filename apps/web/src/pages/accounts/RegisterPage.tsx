import { PAGES } from '@waygate/contract/site/pages';
import { Link, useLocation } from 'react-router';
import { scenePreloads } from '#features/page/page-meta.ts';
import { staticPage } from '#features/page/page-route.tsx';
import { paths } from '#features/paths/paths.ts';
import { AuthPanel } from '#features/sign-in/AuthPanel.tsx';
import { FormLinks } from '#features/sign-in/FormLinks.tsx';
import { RegisterForm } from '#features/sign-in/RegisterForm.tsx';
import { useSendOnSignedIn } from '#features/sign-in/use-origin.ts';

function RegisterPage() {
  useSendOnSignedIn();
  const { state } = useLocation();
  return (
    <AuthPanel title="Create Account" intro="One account for the game and the portal." isForVisitors>
      <RegisterForm />
      <FormLinks accepting="creating an account">
        Already have an account?{' '}
        <Link to={paths.login} state={state}>
          Login
        </Link>
      </FormLinks>
    </AuthPanel>
  );
}

export const route = staticPage({
  meta: ({ brandName }) => ({
    title: PAGES.register.title,
    description: `Create your free ${brandName} account, download the launcher and join the server tonight.`,
    preloadImages: scenePreloads('start'),
  }),
  Page: RegisterPage,
});
