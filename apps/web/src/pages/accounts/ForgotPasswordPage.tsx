import { PAGES } from '@waygate/contract/site/pages';
import { Link, useLocation } from 'react-router';
import { useSession } from '#api/session.ts';
import { scenePreloads } from '#features/page/page-meta.ts';
import { staticPage } from '#features/page/page-route.tsx';
import { paths } from '#features/paths/paths.ts';
import { AuthPanel } from '#features/sign-in/AuthPanel.tsx';
import { FormLinks } from '#features/sign-in/FormLinks.tsx';
import { ResetRequest } from '#features/sign-in/ResetRequest.tsx';

const INTRO = 'We will mail you a link to set a new one.';

function ForgotPasswordPage() {
  const isSignedIn = useSession() !== null;
  const { state } = useLocation();
  return (
    <AuthPanel title="Forgot Password" intro={isSignedIn ? undefined : INTRO} isForVisitors>
      <ResetRequest />
      <FormLinks>
        {isSignedIn ? (
          <Link to={paths.profile}>Back to your profile</Link>
        ) : (
          <Link to={paths.login} state={state}>
            Back to login
          </Link>
        )}
      </FormLinks>
    </AuthPanel>
  );
}

export const route = staticPage({
  meta: ({ brandName }) => ({
    title: PAGES.forgotPassword.title,
    description: `Forgot your ${brandName} password? Ask for a link to set a new one.`,
    preloadImages: scenePreloads('start'),
  }),
  Page: ForgotPasswordPage,
});
