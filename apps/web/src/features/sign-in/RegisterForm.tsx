import { register } from '@waygate/contract/accounts/accounts.endpoints';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { call } from '#api/call.ts';
import { useSubmit } from '#api/use-submit.ts';
import { paths } from '#features/paths/paths.ts';
import { forgetAttribution, readAttribution } from '#features/referrals/attribution.ts';
import { Notice } from '#ui/Notice.tsx';
import { useDelayed } from '#ui/timers/use-timers.ts';
import { AccountForm, type Entries } from './AccountForm.tsx';
import { FormField } from './FormField.tsx';
import { findRegistrationFault } from './registration.rules.ts';

const REDIRECT_DELAY_MS = 3000;
const SUCCESS_MESSAGE =
  'Registration successful! Please check your email to confirm your account. Redirecting to login...';

/** Creates an account, shows the result and goes to the sign-in page. */
export function RegisterForm() {
  const submission = useSubmit('Registration failed. Please try again.');
  const [success, setSuccess] = useState('');
  const navigate = useNavigate();
  // Passed on, so that the player still reaches the originally requested page.
  const { state } = useLocation();
  useDelayed(success !== '', REDIRECT_DELAY_MS, () => void navigate(paths.login, { state }));
  function createAccount(entries: Entries, form: HTMLFormElement) {
    const account = {
      username: entries('username').trim(),
      email: entries('email').trim(),
      password: entries('password'),
    };
    const fault = findRegistrationFault({ ...account, confirmPassword: entries('confirmPassword') });
    if (fault) {
      submission.refuse(fault.message, fault.fields);
      return;
    }
    void submission.submit(async () => {
      const attribution = readAttribution();
      const { message } = await call(register, { body: { ...account, ...(attribution && { attribution }) } });
      forgetAttribution();
      form.reset();
      setSuccess(message || SUCCESS_MESSAGE);
    });
  }
  return (
    <>
      {success && (
        <Notice tone="success" takesFocus>
          {success}
        </Notice>
      )}
      <AccountForm
        submission={submission}
        submitLabel="Create Account"
        busyLabel="Creating account…"
        onSubmit={createAccount}
      >
        <RegistrationFields />
      </AccountForm>
    </>
  );
}

function RegistrationFields() {
  return (
    <>
      <FormField
        label="Username"
        name="username"
        hint="3 to 20 letters, digits, _ or -"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <FormField label="Email" name="email" type="email" inputMode="email" autoComplete="email" />
      <FormField
        label="Password"
        name="password"
        type="password"
        hint="At least 6 characters"
        autoComplete="new-password"
        isRevealable
      />
      <FormField
        label="Confirm Password"
        name="confirmPassword"
        type="password"
        autoComplete="new-password"
        isRevealable
      />
    </>
  );
}
