import { reportActivity } from '@waygate/contract/sessions/sessions.endpoints';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ApiError, messageOf } from '#api/api-error.ts';
import { call } from '#api/call.ts';
import { clearSession } from '#api/session.ts';
import { useSubmit } from '#api/use-submit.ts';
import { paths } from '#features/paths/paths.ts';
import { NeedsScripts } from '#features/sign-in/NeedsScripts.tsx';
import { Button, buttonClass } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import styles from './ReportActivity.module.css';

const USED_LINK = 'This link was used already or has expired.';

/** 'This wasn't me' of a security mail. Nothing happens before the button is pressed, as mail programs open links too. */
export function ReportActivity({ token }: { token: string }) {
  const [refusal, setRefusal] = useState('');
  const { isBusy, error, submit } = useSubmit("Your sessions couldn't be ended. Try again.");
  const navigate = useNavigate();
  function report() {
    void submit(async () => {
      try {
        const { resetToken } = await call(reportActivity, { params: { token } });
        // This browser's session has ended with the others.
        clearSession();
        await navigate(paths.resetPassword({ token: resetToken }), { replace: true });
      } catch (failure) {
        if (!isVerdict(failure)) throw failure;
        setRefusal(messageOf(failure, USED_LINK));
      }
    });
  }
  if (refusal) return <Refused message={refusal} />;
  return (
    <>
      <p>
        If you didn't do what the mail says, somebody else may be using your account. Take it back with the
        button below:
      </p>
      <ul className={styles.consequences}>
        <li>Every device is signed out, this one too.</li>
        <li>Your old password stops working, also in games that use it. You choose a new one next.</li>
        <li>Second factors that were added since the mail are removed.</li>
        <li>
          An authenticator app and recovery codes that were replaced since then work again, and the new ones
          don't.
        </li>
      </ul>
      <p>If it was you, close this page. Nothing has changed.</p>
      {error && <Notice tone="error">{error}</Notice>}
      <NeedsScripts />
      <Button isBusy={isBusy} onClick={report}>
        {isBusy ? 'Ending all sessions…' : "This wasn't me: end all sessions"}
      </Button>
    </>
  );
}

function Refused({ message }: { message: string }) {
  return (
    <>
      <Notice tone="error" takesFocus>
        {message}
      </Notice>
      <p>If you still don't trust what happened, set a new password. That signs out every device too.</p>
      <Link to={paths.forgotPassword} className={buttonClass('primary')}>
        Reset your password
      </Link>
    </>
  );
}

/** Whether the server looked at the link: not so when it is away, or asks for patience. */
function isVerdict(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
}
