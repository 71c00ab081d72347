import { validateResetToken } from '@waygate/contract/accounts/accounts.endpoints';
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { ApiError, messageOf } from '#api/api-error.ts';
import { call } from '#api/call.ts';
import { paths } from '#features/paths/paths.ts';
import { buttonClass } from '#ui/Button.tsx';
import { Failure } from '#ui/Failure.tsx';
import { Notice } from '#ui/Notice.tsx';
import { useDelayed } from '#ui/timers/use-timers.ts';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { NeedsScripts } from './NeedsScripts.tsx';
import styles from './ResetByLink.module.css';

const REDIRECT_DELAY_MS = 3000;
const NO_TOKEN = 'No reset token provided in the link.';
const BAD_TOKEN = 'Invalid or expired password reset link.';
const NOT_CHECKED = "Your reset link couldn't be checked. Try again.";

type LinkState =
  | { status: 'checking' }
  | { status: 'unchecked'; message: string }
  | { status: 'refused'; message: string }
  | { status: 'valid' }
  | { status: 'done'; message: string };

/** The form for a new password while the link works, else a link to request a new one. */
export function ResetByLink({ token }: { token: string | undefined }) {
  const [link, setLink] = useState<LinkState>(
    token === undefined ? { status: 'refused', message: NO_TOKEN } : { status: 'checking' },
  );
  const isChecking = link.status === 'checking';
  const { state } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (token === undefined || !isChecking) return;
    const abort = new AbortController();
    void validateToken(token, abort.signal).then((answer) => !abort.signal.aborted && setLink(answer));
    return () => abort.abort();
  }, [token, isChecking]);
  useDelayed(link.status === 'done', REDIRECT_DELAY_MS, () => void navigate(paths.login, { state }));
  switch (link.status) {
    case 'checking':
      return (
        <>
          <output className={styles.checking}>Checking your reset link...</output>
          <NeedsScripts />
        </>
      );
    case 'unchecked':
      return <Failure message={link.message} onRetry={() => setLink({ status: 'checking' })} />;
    case 'refused':
      return (
        <>
          <Notice tone="error">{link.message}</Notice>
          <Link to={paths.forgotPassword} state={state} className={buttonClass('primary')}>
            Request New Link
          </Link>
        </>
      );
    case 'done':
      return (
        <Notice tone="success" takesFocus>
          {link.message}
        </Notice>
      );
    case 'valid':
      return (
        <NewPasswordForm token={token ?? ''} onDone={(message) => setLink({ status: 'done', message })} />
      );
  }
}

async function validateToken(token: string, signal: AbortSignal): Promise<LinkState> {
  try {
    await call(validateResetToken, { params: { token } }, { signal });
    return { status: 'valid' };
  } catch (error) {
    return isVerdict(error)
      ? { status: 'refused', message: messageOf(error, BAD_TOKEN) }
      : { status: 'unchecked', message: messageOf(error, NOT_CHECKED) };
  }
}

/** Whether the server looked at the link: not so when it is away, or asks for patience. */
function isVerdict(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
}
