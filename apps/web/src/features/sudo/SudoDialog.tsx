import { confirmSudo } from '@waygate/contract/factors/factors.endpoints';
import type { FactorMethod, Factors } from '@waygate/contract/factors/factors.schemas';
import { confirmSudoWithPasskey, startPasskeySudo } from '@waygate/contract/factors/passkeys.endpoints';
import { call } from '#api/call.ts';
import { useSession } from '#api/session.ts';
import { useSubmit } from '#api/use-submit.ts';
import { AccountForm, type Entries } from '#features/sign-in/AccountForm.tsx';
import { FormField } from '#features/sign-in/FormField.tsx';
import { FactorForm } from '#features/sign-in/second-factor/FactorForm.tsx';
import { askPasskey } from '#features/sign-in/second-factor/passkey.ts';
import { Dialog } from '#ui/Dialog.tsx';
import styles from './SudoDialog.module.css';

export type SudoDialogProps = { factors: Factors; onConfirmed: () => void; onClose: () => void };

/** Asks for the password, or for a second factor where the account has one. */
export function SudoDialog({ factors, onConfirmed, onClose }: SudoDialogProps) {
  const methods = methodsOf(factors);
  return (
    <Dialog title="Confirm it's you" onClose={onClose}>
      <div className={styles.sudo}>
        <p>This is a sensitive action. Once confirmed, you won't be asked again for 15 minutes.</p>
        {methods.length === 0 ? (
          <PasswordForm onConfirmed={onConfirmed} />
        ) : (
          <FactorForm
            methods={methods}
            submitLabel="Confirm"
            busyLabel="Confirming…"
            sendCode={async (code) => {
              await call(confirmSudo, { body: { code } });
              onConfirmed();
            }}
            sendPasskey={async () => {
              const response = await askPasskey(await call(startPasskeySudo, {}));
              await call(confirmSudoWithPasskey, { body: { response } });
              onConfirmed();
            }}
          />
        )}
      </div>
    </Dialog>
  );
}

function PasswordForm({ onConfirmed }: { onConfirmed: () => void }) {
  const submission = useSubmit("Your password couldn't be checked. Try again.");
  const session = useSession();
  function confirm(entries: Entries) {
    const password = entries('password');
    if (password === '') {
      const message = 'Please enter your password.';
      submission.refuse(message, { password: message });
      return;
    }
    void submission.submit(async () => {
      await call(confirmSudo, { body: { password } });
      onConfirmed();
    });
  }
  return (
    <AccountForm submission={submission} submitLabel="Confirm" busyLabel="Confirming…" onSubmit={confirm}>
      {/* Password managers look for the account's name in the form. */}
      <input
        className="visually-hidden"
        name="username"
        autoComplete="username"
        value={session?.userName ?? ''}
        readOnly
        tabIndex={-1}
        aria-hidden
      />
      <FormField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        isRevealable
      />
    </AccountForm>
  );
}

function methodsOf({ totpSince, recoveryCodesLeft, passkeys }: Factors): FactorMethod[] {
  const methods: FactorMethod[] = [];
  if (totpSince !== null) methods.push('totp');
  if (passkeys.length > 0) methods.push('passkey');
  // Recovery codes go with the last factor.
  if (methods.length > 0 && recoveryCodesLeft > 0) methods.push('recovery_code');
  return methods;
}
