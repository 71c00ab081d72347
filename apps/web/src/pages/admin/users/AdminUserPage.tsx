import { useParams } from 'react-router';
import { messageOf } from '#api/api-error.ts';
import { useUser } from '#features/accounts/admin/use-user.ts';
import { AdminSection } from '#features/admin/frame/AdminSection.tsx';
import { adminPage } from '#features/admin/frame/admin-page.ts';
import { ListSkeleton } from '#features/admin/lists/ListSkeleton.tsx';
import { PlayerActions } from '#features/players/admin/PlayerActions.tsx';
import { PlayerPage } from '#features/players/admin/PlayerPage.tsx';
import { Failure } from '#ui/Failure.tsx';

function AdminUserPage() {
  const { accountId = '' } = useParams();
  return <NamedPage key={accountId} accountId={accountId} />;
}

function NamedPage({ accountId }: { accountId: string }) {
  const { data: user, error, isFetching, refetch } = useUser(accountId);
  return (
    <AdminSection
      section="users"
      title={user?.userName ?? `Account ${accountId}`}
      toolbar={user && <PlayerActions user={user} isCurrent={!isFetching} />}
    >
      {user && <PlayerPage user={user} />}
      {!user && !error && <ListSkeleton caption="the account" />}
      {!user && error && (
        <Failure message={messageOf(error, 'Failed to load this account.')} onRetry={() => void refetch()} />
      )}
    </AdminSection>
  );
}

export const route = adminPage('user', AdminUserPage);
