import { changePassword } from '@waygate/contract/sessions/sessions.endpoints';
import { call } from '#api/call.ts';
import { useSubmit } from '#api/use-submit.ts';
import { AccountForm, type Entries } from '#features/sign-in/AccountForm.tsx';
import { FormField } from '#features/sign-in/FormField.tsx';
import { useToast } from '#ui/admin/use-toast.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { findPasswordChangeFault } from './password-change.rules.ts';

type ChangePasswordDialogProps = { onChanged: () => void; onClose: () => void };

/** Sets a new password by the old one. */
export function ChangePasswordDialog({ onChanged, onClose }: ChangePasswordDialogProps) {
  const submission = useSubmit("Your password couldn't be changed. Try again.");
  const toast = useToast();
  function change(entries: Entries) {
    const oldPassword = entries('oldPassword');
    const newPassword = entries('newPassword');
    const found = findPasswordChangeFault({
      oldPassword,
      newPassword,
      confirmPassword: entries('confirmPassword'),
    });
    if (found) {
      submission.refuse(found.message, found.fields);
      return;
    }
    void submission.submit(async () => {
      await call(changePassword, { body: { oldPassword, newPassword } });
      onClose();
      toast('Password changed.');
      onChanged();
    });
  }
  return (
    <Dialog title="Change password" onClose={() => !submission.isBusy && onClose()}>
      <AccountForm
        submission={submission}
        submitLabel="Change password"
        busyLabel="Changing password…"
        onSubmit={change}
      >
        <FormField
          label="Current Password"
          name="oldPassword"
          type="password"
          autoComplete="current-password"
          isRevealable
        />
        <FormField
          label="New Password"
          name="newPassword"
          type="password"
          hint="At least 6 characters"
          autoComplete="new-password"
          isRevealable
        />
        <FormField
          label="Confirm New Password"
          name="confirmPassword"
          type="password"
          autoComplete="new-password"
          isRevealable
        />
      </AccountForm>
    </Dialog>
  );
}
