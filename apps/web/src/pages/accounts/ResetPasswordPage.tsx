import { useParams } from 'react-router';
import { stillPage } from '#features/page/page-route.tsx';
import { AuthPanel } from '#features/sign-in/AuthPanel.tsx';
import { ResetByLink } from '#features/sign-in/ResetByLink.tsx';

function ResetPasswordPage() {
  const { token } = useParams();
  return (
    <AuthPanel title="Reset Password">
      <ResetByLink key={token} token={token} />
    </AuthPanel>
  );
}

export const route = stillPage({
  meta: () => ({
    title: 'Reset Password',
    description: 'Set a new password for your account.',
    isPrivate: true,
    // Without the token, which is nobody else's business.
    canonicalPath: '/reset-password',
  }),
  Page: ResetPasswordPage,
});
