import { signInWithFactor } from '@waygate/contract/factors/factors.endpoints';
import type { FactorDue } from '@waygate/contract/factors/factors.schemas';
import { ApiError } from '#api/api-error.ts';
import { call } from '#api/call.ts';
import { saveSession } from '#api/session.ts';
import { Button } from '#ui/Button.tsx';
import { FactorForm } from './FactorForm.tsx';
import { signInByPasskey } from './passkey-sign-in.ts';
import styles from './SecondStep.module.css';

const EXPIRED = 'That took too long. Please sign in again.';

export type SecondStepProps = {
  due: FactorDue;
  /** Back to name and password, with a reason where the player didn't ask for it. */
  onBack: (reason: string) => void;
};

/** The second step of a sign-in. The page notices the new session. */
export function SecondStep({ due: { factorToken, methods }, onBack }: SecondStepProps) {
  /** The token serves ten minutes and one sign-in. */
  async function unlessExpired(signIn: () => Promise<void>) {
    try {
      await signIn();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'invalid_token') throw error;
      onBack(EXPIRED);
    }
  }
  return (
    <section className={styles.step} aria-labelledby="second-step">
      <h2 id="second-step">Confirm it's you</h2>
      <FactorForm
        methods={methods}
        submitLabel="Login"
        busyLabel="Logging in…"
        sendCode={(code) =>
          unlessExpired(async () =>
            saveSession(await call(signInWithFactor, { body: { factorToken, code } })),
          )
        }
        sendPasskey={() => unlessExpired(() => signInByPasskey({ factorToken }))}
      >
        <Button look="quiet" onClick={() => onBack('')}>
          Start again
        </Button>
      </FactorForm>
    </section>
  );
}
