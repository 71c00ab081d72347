import { requestEmailChange } from '@waygate/contract/accounts/accounts.endpoints';
import { useState } from 'react';
import { call } from '#api/call.ts';
import { useSubmit } from '#api/use-submit.ts';
import { useSudo } from '#features/sudo/sudo.ts';
import { AccountForm, type Entries } from '#features/sign-in/AccountForm.tsx';
import { FormField } from '#features/sign-in/FormField.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Notice } from '#ui/Notice.tsx';
import { useDelayed } from '#ui/timers/use-timers.ts';
import { CHANGE_EMAIL_FORM, findEmailChangeFault } from './email-change.rules.ts';

const CLOSE_DELAY_MS = 4000;
const SUCCESS_MESSAGE =
  'Email change request submitted successfully. Please check your new email address for a confirmation link to finalize the change.';

type ChangeEmailDialogProps = { onClose: (isRequested: boolean) => void };

/** Requests a new e-mail address; a link sent there finalises the change. */
export function ChangeEmailDialog({ onClose }: ChangeEmailDialogProps) {
  const submission = useSubmit('Failed to change email. Please check your password and try again.');
  const withSudo = useSudo();
  const [isRequested, setIsRequested] = useState(false);
  useDelayed(isRequested, CLOSE_DELAY_MS, () => onClose(true));
  function requestChange(entries: Entries) {
    const currentPassword = entries('currentPassword');
    const newEmail = entries('newEmail').trim();
    const confirmEmail = entries('confirmEmail').trim();
    const fault = findEmailChangeFault({ currentPassword, newEmail, confirmEmail });
    if (fault) {
      submission.refuse(fault.message, fault.fields);
      return;
    }
    void submission.submit(async () => {
      await withSudo(() => call(requestEmailChange, { body: { currentPassword, newEmail } }));
      setIsRequested(true);
    });
  }
  return (
    <Dialog title="Change Email" onClose={() => onClose(isRequested)}>
      {isRequested ? (
        <Notice tone="success" takesFocus>
          {SUCCESS_MESSAGE}
        </Notice>
      ) : (
        <AccountForm
          submission={submission}
          submitLabel="Change Email"
          busyLabel="Changing email…"
          keptAs={CHANGE_EMAIL_FORM}
          onSubmit={requestChange}
        >
          <FormField
            label="Current Password"
            name="currentPassword"
            type="password"
            autoComplete="current-password"
            isRevealable
          />
          <FormField label="New Email" name="newEmail" type="email" inputMode="email" autoComplete="email" />
          <FormField
            label="Confirm New Email"
            name="confirmEmail"
            type="email"
            inputMode="email"
            autoComplete="email"
          />
        </AccountForm>
      )}
    </Dialog>
  );
}
