import { login } from '@waygate/contract/accounts/accounts.endpoints';
import type { FactorDue } from '@waygate/contract/factors/factors.schemas';
import { type ComponentType, type MouseEvent, useState } from 'react';
import { Link } from 'react-router';
import { call } from '#api/call.ts';
import { loadPart } from '#api/load-part.ts';
import { saveSession } from '#api/session.ts';
import { useSubmit } from '#api/use-submit.ts';
import { paths } from '#features/paths/paths.ts';
import { Notice } from '#ui/Notice.tsx';
import { AccountForm, type Entries } from './AccountForm.tsx';
import { FormField } from './FormField.tsx';
import styles from './LoginForm.module.css';
import { findLoginFault } from './login.rules.ts';
import { PasskeySignIn } from './second-factor/PasskeySignIn.tsx';
import { ResetRequestDialog } from './ResetRequestDialog.tsx';
import type { SecondStepProps } from './second-factor/SecondStep.tsx';

/** A password was right, and a second factor is due. */
type SecondStep = { due: FactorDue; Step: ComponentType<SecondStepProps> };

/** Signs in; the page notices the new session. */
export function LoginForm() {
  const [second, setSecond] = useState<SecondStep>();
  const [first, setFirst] = useState({ identifier: '', notice: '' });
  if (!second)
    return (
      <FirstStep
        {...first}
        onFactorDue={(step, identifier) => {
          setFirst({ identifier, notice: '' });
          setSecond(step);
        }}
      />
    );
  const { due, Step } = second;
  return (
    <Step
      due={due}
      onBack={(notice) => {
        setFirst({ ...first, notice });
        setSecond(undefined);
      }}
    />
  );
}

type FirstStepProps = {
  /** What was typed before the second step. */
  identifier: string;
  /** Why the second step ended. */
  notice: string;
  onFactorDue: (step: SecondStep, identifier: string) => void;
};

function FirstStep({ identifier, notice, onFactorDue }: FirstStepProps) {
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
      const answer = await call(login, { body });
      if ('factorToken' in answer) {
        // Only accounts with a second factor load it.
        const { SecondStep: Step } = await loadPart(import('./second-factor/SecondStep.tsx'));
        onFactorDue({ due: answer, Step }, body.identifier);
        return;
      }
      if (!answer.accessToken) throw new Error('The server did not start a session. Please try again.');
      saveSession(answer);
    });
  }
  return (
    <>
      {notice && (
        <Notice tone="info" takesFocus>
          {notice}
        </Notice>
      )}
      <AccountForm submission={submission} submitLabel="Login" busyLabel="Logging in…" onSubmit={signIn}>
        <FormField
          label="Username or Email"
          name="identifier"
          defaultValue={identifier}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- after the second step, whose field had the focus
          autoFocus={identifier !== ''}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <PasswordField onForgotten={() => setIsResetOpen(true)} />
      </AccountForm>
      <PasskeySignIn />
      {isResetOpen && <ResetRequestDialog onClose={() => setIsResetOpen(false)} />}
    </>
  );
}

function PasswordField({ onForgotten }: { onForgotten: () => void }) {
  function openReset(event: MouseEvent) {
    // A new tab, where one is asked for, shows the page of the same name.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onForgotten();
  }
  return (
    <div className={styles.password}>
      <FormField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        isRevealable
      />
      <Link to={paths.forgotPassword} className={styles.forgot} onClick={openReset} aria-haspopup="dialog">
        Forgot Password?
      </Link>
    </div>
  );
}
