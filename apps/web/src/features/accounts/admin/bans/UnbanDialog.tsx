import { unbanUser } from '@waygate/contract/accounts/accounts.admin.endpoints';
import type { AdminUser } from '@waygate/contract/accounts/accounts.admin.schemas';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { ConfirmDialog } from '#ui/admin/dialogs/ConfirmDialog.tsx';
import { USER_KEYS } from '#features/accounts/admin/user-keys.ts';

/** Lifts all active bans of a player. */
export function UnbanDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const { isBusy, error, submit } = useAdminMutation(unbanUser, {
    success: ({ message }) => message,
    failure: 'Failed to unban user.',
    invalidates: USER_KEYS,
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      title={`Unban ${user.userName}`}
      confirmLabel="Unban"
      look="primary"
      isBusy={isBusy}
      error={error}
      onConfirm={() => void submit({ body: { accountDBID: user.accountDBID } })}
      onClose={onClose}
    >
      <p>All active bans of {user.userName} are lifted.</p>
      {user.banReason && <p>Ban reason: {user.banReason}</p>}
    </ConfirmDialog>
  );
}
