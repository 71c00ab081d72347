import { endUserSessions } from '@waygate/contract/accounts/accounts.admin.endpoints';
import type { AdminUser } from '@waygate/contract/accounts/accounts.admin.schemas';
import { mayEdit } from '@waygate/contract/permissions';
import { useState } from 'react';
import { useSession } from '#api/session.ts';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { rankOf } from '#features/admin/sections.ts';
import { ConfirmDialog } from '#ui/admin/dialogs/ConfirmDialog.tsx';
import { Button } from '#ui/Button.tsx';
import { USER_KEYS } from './user-keys.ts';

/** Signs the player out everywhere. */
export function EndSessions({ user }: { user: AdminUser }) {
  const session = useSession();
  const [isAsking, setIsAsking] = useState(false);
  const { isBusy, error, submit } = useAdminMutation(endUserSessions, {
    success: `Sessions of ${user.userName} ended.`,
    failure: 'Failed to end the sessions.',
    invalidates: USER_KEYS,
    onSuccess: () => setIsAsking(false),
  });
  if (!session || !mayEdit(rankOf(session), user)) return null;
  return (
    <>
      <Button look="secondary" onClick={() => setIsAsking(true)}>
        End all sessions
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`End all sessions of ${user.userName}`}
          confirmLabel="End sessions"
          isBusy={isBusy}
          error={error}
          onConfirm={() => void submit({ params: { id: String(user.accountDBID) } })}
          onClose={() => setIsAsking(false)}
        >
          <p>The player has to sign in again on every device.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
