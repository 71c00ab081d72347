import type { Passkey } from '@waygate/contract/factors/factors.schemas';
import { renamePasskey } from '@waygate/contract/factors/passkeys.endpoints';
import { call } from '#api/call.ts';
import { useSubmit } from '#api/use-submit.ts';
import { AccountForm, type Entries } from '#features/sign-in/AccountForm.tsx';
import { FormField } from '#features/sign-in/FormField.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { NO_PASSKEY_NAME, PASSKEY_NAME_LENGTH } from './passkey-name.ts';

type RenamePasskeyDialogProps = { passkey: Passkey; onRenamed: () => void; onClose: () => void };

/** Gives a passkey another name. */
export function RenamePasskeyDialog({ passkey, onRenamed, onClose }: RenamePasskeyDialogProps) {
  const submission = useSubmit("The passkey couldn't be renamed. Try again.");
  function rename(entries: Entries) {
    const name = entries('name').trim();
    if (name === '') {
      submission.refuse(NO_PASSKEY_NAME, { name: NO_PASSKEY_NAME });
      return;
    }
    void submission.submit(async () => {
      await call(renamePasskey, { params: { id: String(passkey.id) }, body: { name } });
      onRenamed();
    });
  }
  return (
    <Dialog title="Rename passkey" onClose={() => !submission.isBusy && onClose()}>
      <AccountForm submission={submission} submitLabel="Rename" busyLabel="Renaming…" onSubmit={rename}>
        <FormField
          label="Name"
          name="name"
          defaultValue={passkey.name}
          maxLength={PASSKEY_NAME_LENGTH}
          autoComplete="off"
        />
      </AccountForm>
    </Dialog>
  );
}
