import { signInWithPasskey, startPasskeySignIn } from '@waygate/contract/factors/passkeys.endpoints';
import { call } from '#api/call.ts';
import { loadPart } from '#api/load-part.ts';
import { saveSession } from '#api/session.ts';
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
      const { askPasskey } = await loadPart(import('./passkey.ts'));
      const response = await askPasskey(await call(startPasskeySignIn, { body: {} }));
      saveSession(await call(signInWithPasskey, { body: { response } }));
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
