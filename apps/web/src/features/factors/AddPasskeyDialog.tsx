import { addPasskey, startPasskey } from '@waygate/contract/factors/passkeys.endpoints';
import { call } from '#api/call.ts';
import { useSubmit } from '#api/use-submit.ts';
import { AccountForm, type Entries } from '#features/sign-in/AccountForm.tsx';
import { FormField } from '#features/sign-in/FormField.tsx';
import { useSudo } from '#features/sudo/sudo.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { createPasskey } from './create-passkey.ts';
import { NO_PASSKEY_NAME, PASSKEY_NAME_LENGTH } from './passkey-name.ts';
import styles from './TotpSetupDialog.module.css';

const NAME_HINT = 'So that you recognise it here later.';

type AddPasskeyDialogProps = {
  /** As the server names it; null where it doesn't. */
  browser: string | null;
  /** The first one signs out the other devices. */
  isFirstFactor: boolean;
  /** With recovery codes if it is the account's first factor. */
  onAdded: (recoveryCodes: string[]) => void;
  onClose: () => void;
};

/** Creates a passkey in this browser. */
export function AddPasskeyDialog({ browser, isFirstFactor, onAdded, onClose }: AddPasskeyDialogProps) {
  const submission = useSubmit("Your passkey couldn't be added. Try again.");
  const withSudo = useSudo();
  function add(entries: Entries) {
    const name = entries('name').trim();
    if (name === '') {
      submission.refuse(NO_PASSKEY_NAME, { name: NO_PASSKEY_NAME });
      return;
    }
    void submission.submit(async () => {
      const response = await createPasskey(await withSudo(() => call(startPasskey, {})));
      const { recoveryCodes } = await withSudo(() => call(addPasskey, { body: { name, response } }));
      onAdded(recoveryCodes ?? []);
    });
  }
  return (
    <Dialog title="Add a passkey" onClose={() => !submission.isBusy && onClose()}>
      <div className={styles.setup}>
        <p>
          Your fingerprint, face, screen lock or security key signs you in, without a password. Your browser
          asks for it next.
        </p>
        <AccountForm
          submission={submission}
          submitLabel="Create the passkey"
          busyLabel="Follow your browser…"
          onSubmit={add}
        >
          <FormField
            label="Name"
            name="name"
            defaultValue={browser ?? 'My passkey'}
            maxLength={PASSKEY_NAME_LENGTH}
            hint={isFirstFactor ? `${NAME_HINT} Adding it signs out your other devices.` : NAME_HINT}
            autoComplete="off"
          />
        </AccountForm>
      </div>
    </Dialog>
  );
}
