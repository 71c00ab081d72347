import { PAGES } from '@waygate/contract/site/pages';
import { useParams } from 'react-router';
import { scenePreloads } from '#features/page/page-meta.ts';
import { staticPage } from '#features/page/page-route.tsx';
import { ReportActivity } from '#features/sessions/ReportActivity.tsx';
import { AuthPanel } from '#features/sign-in/AuthPanel.tsx';

function NotMePage() {
  // The route has it.
  const { token = '' } = useParams();
  return (
    <AuthPanel title={PAGES.notMe.title}>
      <ReportActivity key={token} token={token} />
    </AuthPanel>
  );
}

export const route = staticPage({
  meta: () => ({
    title: PAGES.notMe.title,
    description: 'End every session of your account.',
    preloadImages: scenePreloads('start'),
  }),
  Page: NotMePage,
});
