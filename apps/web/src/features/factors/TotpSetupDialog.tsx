import { confirmTotp } from '@waygate/contract/factors/factors.endpoints';
import type { TotpSetup } from '@waygate/contract/factors/factors.schemas';
import { useRef, useState } from 'react';
import { call } from '#api/call.ts';
import { useSubmit } from '#api/use-submit.ts';
import { AccountForm, type Entries } from '#features/sign-in/AccountForm.tsx';
import { FormField } from '#features/sign-in/FormField.tsx';
import { useSudo } from '#features/sudo/sudo.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { CopyButton } from './CopyButton.tsx';
import styles from './TotpSetupDialog.module.css';

const SIX_DIGITS = /^\d{6}$/;
const NO_CODE = 'Enter the six digits that your app shows.';

type TotpSetupDialogProps = {
  setup: TotpSetup;
  /** With new recovery codes; none where the account has some. */
  onConfirmed: (recoveryCodes: string[]) => void;
  onClose: () => void;
};

/** Takes a new secret into an authenticator app, and proves by a code that it arrived. */
export function TotpSetupDialog({ setup, onConfirmed, onClose }: TotpSetupDialogProps) {
  const submission = useSubmit("The code couldn't be checked. Try again.");
  const withSudo = useSudo();
  function confirm(entries: Entries) {
    const code = entries('code').replaceAll(/[\s-]/g, '');
    if (!SIX_DIGITS.test(code)) {
      submission.refuse(NO_CODE, { code: NO_CODE });
      return;
    }
    void submission.submit(async () => {
      const { recoveryCodes } = await withSudo(() => call(confirmTotp, { body: { code } }));
      onConfirmed(recoveryCodes);
    });
  }
  return (
    <Dialog title="Set up an authenticator app" onClose={() => !submission.isBusy && onClose()}>
      <div className={styles.setup}>
        <p>Scan the code with your app, such as Aegis, Google Authenticator or your password manager.</p>
        <img
          className={styles.qr}
          src={`data:image/svg+xml,${encodeURIComponent(setup.qrSvg)}`}
          alt="QR code for your authenticator app"
          width={192}
          height={192}
        />
        <Secret setup={setup} />
        <AccountForm
          submission={submission}
          submitLabel="Turn on"
          busyLabel="Checking the code…"
          onSubmit={confirm}
        >
          <FormField
            label="Code from the app"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            // Six digits, and the spaces that some apps show.
            maxLength={9}
            hint="Turning it on signs out your other devices."
          />
        </AccountForm>
      </div>
    </Dialog>
  );
}

/** For those who can't scan: on the phone itself, or with an app on this computer. */
function Secret({ setup: { secret, uri } }: Pick<TotpSetupDialogProps, 'setup'>) {
  const [outcome, setOutcome] = useState('');
  const text = useRef<HTMLElement>(null);
  return (
    <div className={styles.secret}>
      <p>
        Can't scan it? <a href={uri}>Open it in the app on this device</a>, or type this key:
      </p>
      <div className={styles.key}>
        <code ref={text}>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
        <CopyButton
          text={secret}
          select={() => text.current && window.getSelection()?.selectAllChildren(text.current)}
          onDone={setOutcome}
        >
          Copy<span className="visually-hidden"> the key</span>
        </CopyButton>
      </div>
      <output>{outcome}</output>
    </div>
  );
}
