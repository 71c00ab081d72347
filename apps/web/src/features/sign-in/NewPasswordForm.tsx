import { resetPassword } from '@waygate/contract/accounts/accounts.endpoints';
import { call } from '#api/call.ts';
import { clearSession } from '#api/session.ts';
import { useSubmit } from '#api/use-submit.ts';
import { AccountForm, type Entries } from './AccountForm.tsx';
import { FormField } from './FormField.tsx';
import { findNewPasswordFault } from './password-reset.rules.ts';

const SUCCESS_MESSAGE = 'Password reset successfully! You can now log in.';

type NewPasswordFormProps = { token: string; onDone: (message: string) => void };

/** Sets a new password by a reset link that still works. */
export function NewPasswordForm({ token, onDone }: NewPasswordFormProps) {
  const submission = useSubmit('Failed to reset password. Please try again or request a new link.');
  function setPassword(entries: Entries) {
    const newPassword = entries('newPassword');
    const fault = findNewPasswordFault({ newPassword, confirmPassword: entries('confirmPassword') });
    if (fault) {
      submission.refuse(fault.message, fault.fields);
      return;
    }
    void submission.submit(async () => {
      const { message } = await call(resetPassword, { params: { token }, body: { newPassword } });
      // The reset has ended every session of the account, this browser's too.
      clearSession();
      onDone(message || SUCCESS_MESSAGE);
    });
  }
  return (
    <AccountForm
      submission={submission}
      submitLabel="Reset Password"
      busyLabel="Resetting password…"
      onSubmit={setPassword}
    >
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
  );
}
