import type { SignIn } from '@waygate/contract/sessions/sessions.schemas';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { Badge } from '#ui/admin/Badge.tsx';
import { classNames } from '#ui/class-names.ts';
import { LocalTime } from '#ui/LocalTime.tsx';
import { deviceName } from './device-texts.ts';
import styles from './SignInHistory.module.css';

const BY = {
  password: 'with your password',
  totp: 'with password and app code',
  recovery_code: 'with password and recovery code',
  passkey: 'with a passkey',
  passkey_alone: 'with a passkey alone',
  passkey_second_step: 'with password and passkey',
} as const satisfies Record<SignIn['method'], string>;

const REFUSED = {
  password: 'Wrong code',
  totp: 'Wrong code',
  recovery_code: 'Wrong recovery code',
  passkey: 'Passkey refused',
  passkey_alone: 'Passkey refused',
  passkey_second_step: 'Passkey refused after the password',
} as const satisfies Record<SignIn['method'], string>;

/** One sign-in or attempt, on a line where there is room. */
export function SignInEntry({ signIn }: { signIn: SignIn }) {
  const { at, outcome, browser, network, isNewDevice } = signIn;
  const isFailed = outcome !== 'signed_in';
  const Icon = isFailed ? CircleAlert : CircleCheck;
  return (
    <div className={classNames(styles.entry, isFailed && styles.failed)}>
      <Icon aria-hidden size={20} />
      <div className={styles.what}>
        <strong>{describe(signIn)}</strong>
        {isFailed && <Badge tone="error">Failed</Badge>}
        {isNewDevice && <Badge tone="warning">New device</Badge>}
      </div>
      <p className={styles.where}>
        {deviceName(browser)}
        {network !== null && ` · ${network}`}
      </p>
      <p className={styles.when}>
        <LocalTime value={at} />
      </p>
    </div>
  );
}

function describe({ outcome, method }: SignIn): string {
  switch (outcome) {
    case 'signed_in':
      return `Signed in ${BY[method]}`;
    case 'wrong_password':
      return 'Wrong password';
    case 'wrong_code':
      return REFUSED[method];
  }
}
