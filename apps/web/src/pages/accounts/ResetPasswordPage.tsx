import { PAGES } from '@waygate/contract/site/pages';
import { useParams } from 'react-router';
import { scenePreloads } from '#features/page/page-meta.ts';
import { staticPage } from '#features/page/page-route.tsx';
import { paths } from '#features/paths/paths.ts';
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

export const route = staticPage({
  meta: () => ({
    title: PAGES.resetPassword.title,
    description: 'Set a new password for your account.',
    // Without the token, which is a secret.
    canonicalPath: paths.resetPassword({}),
    preloadImages: scenePreloads('start'),
  }),
  Page: ResetPasswordPage,
});
