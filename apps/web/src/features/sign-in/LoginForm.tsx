import { login } from '@waygate/contract/accounts/accounts.endpoints';
import { type MouseEvent, useState } from 'react';
import { Link } from 'react-router';
import { call } from '#api/call.ts';
import { saveSession } from '#api/session.ts';
import { useSubmit } from '#api/use-submit.ts';
import { paths } from '#features/paths/paths.ts';
import { AccountForm, type Entries } from './AccountForm.tsx';
import { FormField } from './FormField.tsx';
import styles from './LoginForm.module.css';
import { findLoginFault } from './login.rules.ts';
import { ResetRequestDialog } from './ResetRequestDialog.tsx';

/** Signs in; the page notices the new session. */
export function LoginForm() {
  const submission = useSubmit('Login failed. Please try again.');
  const [isResetOpen, setIsResetOpen] = useState(false);
  function signIn(entries: Entries) {
    const body = { identifier: entries('identifier').trim(), password: entries('password') };
    const fault = findLoginFault(body);
    if (fault) {
      submission.refuse(fault.message, fault.fields);
      return;
    }
    void submission.submit(async () => {
      const session = await call(login, { body });
      if (!session.accessToken) throw new Error('The server did not start a session. Please try again.');
      saveSession(session);
    });
  }
  function openReset(event: MouseEvent) {
    // A new tab, where one is asked for, shows the page of the same name.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    setIsResetOpen(true);
  }
  return (
    <>
      <AccountForm submission={submission} submitLabel="Login" busyLabel="Logging in…" onSubmit={signIn}>
        <FormField
          label="Username or Email"
          name="identifier"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <div className={styles.password}>
          <FormField
            label="Password"
            name="password"
            type="password"
            autoComplete="current-password"
            isRevealable
          />
          <Link
            to={paths.forgotPassword}
            className={styles.forgot}
            onClick={openReset}
            aria-haspopup="dialog"
          >
            Forgot Password?
          </Link>
        </div>
      </AccountForm>
      {isResetOpen && <ResetRequestDialog onClose={() => setIsResetOpen(false)} />}
    </>
  );
}
