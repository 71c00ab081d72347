import { sendResetLink } from '@waygate/contract/accounts/accounts.admin.endpoints';
import type { AdminUser } from '@waygate/contract/accounts/accounts.admin.schemas';
import { useState } from 'react';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { useOpensAction } from '#features/admin/search/opens-new.ts';
import { ConfirmDialog } from '#ui/admin/dialogs/ConfirmDialog.tsx';
import { Button } from '#ui/Button.tsx';
import { USER_KEYS } from './user-keys.ts';

/** Mails the player a link to choose a new password. */
export function SendResetLink({ user }: { user: AdminUser }) {
  const [isAsking, setIsAsking] = useState(false);
  const { isBusy, error, submit, reset } = useAdminMutation(sendResetLink, {
    // With what may keep the link from working.
    success: ({ message }) => message,
    failure: 'Failed to send the reset link.',
    invalidates: USER_KEYS,
    onSuccess: () => setIsAsking(false),
  });
  const ask = () => {
    reset();
    setIsAsking(true);
  };
  useOpensAction('reset-link', ask);
  return (
    <>
      <Button look="secondary" onClick={ask}>
        Send reset link
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Send ${user.userName} a reset link`}
          confirmLabel="Send reset link"
          look="primary"
          isBusy={isBusy}
          error={error}
          onConfirm={() => void submit({ params: { id: String(user.accountDBID) } })}
          onClose={() => setIsAsking(false)}
        >
          <p>
            {user.email} gets a link to choose a new password. It works once, for one hour. Until then the
            password stays as it is, and nobody is signed out.
          </p>
          {!user.isEmailConfirmed && (
            <p>This email address was never confirmed. Make sure that it belongs to the player.</p>
          )}
          {user.banned && <p>The account is banned: the player can't sign in until the ban ends.</p>}
        </ConfirmDialog>
      )}
    </>
  );
}
