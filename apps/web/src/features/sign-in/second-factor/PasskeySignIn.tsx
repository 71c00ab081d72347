import { loadPart } from '#api/load-part.ts';
import { useSubmit } from '#api/use-submit.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { useIsHydrated } from '#ui/use-is-hydrated.ts';
import styles from './PasskeySignIn.module.css';

/** Signs in without name and password, in browsers that know passkeys. */
export function PasskeySignIn() {
  const submission = useSubmit("The passkey couldn't be used. Try again.");
  const isHydrated = useIsHydrated();
  // Rendered by the server as well, since nearly all browsers know passkeys: nothing moves when the page comes alive.
  if (isHydrated && !('PublicKeyCredential' in window)) return null;
  function signIn() {
    void submission.submit(async () => {
      const { signInByPasskey } = await loadPart(import('./passkey-sign-in.ts'));
      await signInByPasskey();
    });
  }
  return (
    <div className={styles.passkey}>
      {submission.error && <Notice tone="error">{submission.error}</Notice>}
      <Button look="secondary" isBusy={submission.isBusy} onClick={signIn}>
        Sign in with a passkey
      </Button>
    </div>
  );
}
