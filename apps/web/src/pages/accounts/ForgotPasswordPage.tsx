import { Link } from 'react-router';
import { useSession } from '#api/session.ts';
import { AuthPanel } from '#features/accounts/AuthPanel.tsx';
import { FormLinks } from '#features/accounts/FormLinks.tsx';
import { ResetRequest } from '#features/accounts/ResetRequest.tsx';
import { stillPage } from '#features/page/page-route.tsx';
import { paths } from '#features/paths/paths.ts';

const INTRO = 'We will mail you a link to set a new one.';

function ForgotPasswordPage() {
  const isSignedIn = useSession() !== null;
  return (
    <AuthPanel title="Forgot Password" intro={isSignedIn ? undefined : INTRO} isForVisitors>
      <ResetRequest />
      <FormLinks>
        {isSignedIn ? (
          <Link to={paths.profile}>Back to your profile</Link>
        ) : (
          <Link to={paths.login}>Back to login</Link>
        )}
      </FormLinks>
    </AuthPanel>
  );
}

export const route = stillPage({
  meta: ({ brandName }) => ({
    title: 'Forgot Password',
    description: `Forgot your ${brandName} password? Ask for a link to set a new one.`,
  }),
  Page: ForgotPasswordPage,
});
