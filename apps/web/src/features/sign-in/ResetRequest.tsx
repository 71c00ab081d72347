import {
  requestPasswordReset,
  requestPasswordResetUnauth,
} from '@waygate/contract/accounts/accounts.endpoints';
import { useState } from 'react';
import { call } from '#api/call.ts';
import { useSession } from '#api/session.ts';
import { useSubmit } from '#api/use-submit.ts';
import { Notice } from '#ui/Notice.tsx';
import { AccountForm, type Entries } from './AccountForm.tsx';
import { FormField } from './FormField.tsx';
import { findResetRequestFault } from './password-reset.rules.ts';

const SUCCESS_MESSAGE =
  'Password reset instructions have been sent to your email address. Please check your inbox (and spam folder).';

type ResetRequestProps = { onSent?: () => void };

/** Requests a reset link. For a signed-in player it goes to the account's address. */
export function ResetRequest({ onSent }: ResetRequestProps) {
  const session = useSession();
  const submission = useSubmit('Failed to initiate password reset.');
  const [success, setSuccess] = useState('');
  function send(request: () => Promise<{ message: string }>) {
    void submission.submit(async () => {
      const { message } = await request();
      setSuccess(message || SUCCESS_MESSAGE);
      onSent?.();
    });
  }
  function sendToEntered(entries: Entries) {
    const email = entries('email').trim();
    const fault = findResetRequestFault(email);
    if (fault) submission.refuse(fault.message, fault.fields);
    else send(() => call(requestPasswordResetUnauth, { body: { email } }));
  }
  if (success)
    return (
      <Notice tone="success" takesFocus>
        {success}
      </Notice>
    );
  return (
    <AccountForm
      submission={submission}
      submitLabel="Send Reset Link"
      busyLabel="Sending…"
      onSubmit={session ? () => send(() => call(requestPasswordReset, {})) : sendToEntered}
    >
      {session ? (
        <p>
          We will send a link to set a new password to{' '}
          {session.email ? <strong>{session.email}</strong> : "your account's email address"}.
        </p>
      ) : (
        <FormField label="Email" name="email" type="email" inputMode="email" autoComplete="email" />
      )}
    </AccountForm>
  );
}
