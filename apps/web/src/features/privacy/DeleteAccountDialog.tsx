import { requestErasure } from '@waygate/contract/privacy/privacy.endpoints';
import { ERASURE_DAYS } from '@waygate/contract/privacy/privacy.schemas';
import { call } from '#api/call.ts';
import { useSubmit } from '#api/use-submit.ts';
import { AccountForm, type Entries } from '#features/sign-in/AccountForm.tsx';
import { FormField } from '#features/sign-in/FormField.tsx';
import { useSudo } from '#features/sudo/sudo.ts';
import { Dialog } from '#ui/Dialog.tsx';
import styles from './Privacy.module.css';

const NO_PASSWORD = 'Please enter your password.';

/** Says what is lost and what stays, and asks for the password. */
export function DeleteAccountDialog({ onClose }: { onClose: (isRequested: boolean) => void }) {
  const submission = useSubmit("Your account couldn't be deleted. Try again.");
  const withSudo = useSudo();
  function request(entries: Entries) {
    const password = entries('password');
    if (password === '') {
      submission.refuse(NO_PASSWORD, { password: NO_PASSWORD });
      return;
    }
    void submission.submit(async () => {
      await withSudo(() => call(requestErasure, { body: { password } }));
      onClose(true);
    });
  }
  return (
    <Dialog title="Delete my account" onClose={() => onClose(false)}>
      <ul className={styles.consequences}>
        <li>
          In {ERASURE_DAYS} days we delete everything stored about you: name, email, sign-ins, characters,
          Twitch link and minutes. We mail you the date.
        </li>
        <li>Your accounts in the games are locked. Coins, items and benefits are lost without a refund.</li>
        <li>
          Amounts and dates of your orders stay, under a number, because tax law asks for them. Nobody can
          tell that they are yours.
        </li>
        <li>Until then you can use your account, and keep it after all.</li>
      </ul>
      <AccountForm
        submission={submission}
        submitLabel={`Delete my account in ${ERASURE_DAYS} days`}
        submitLook="danger"
        busyLabel="Requesting…"
        onSubmit={request}
      >
        <FormField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          isRevealable
        />
      </AccountForm>
    </Dialog>
  );
}
