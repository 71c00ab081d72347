import { removeTotp, renewRecoveryCodes } from '@waygate/contract/factors/factors.endpoints';
import type { Factors, Passkey, TotpSetup } from '@waygate/contract/factors/factors.schemas';
import { removePasskey } from '@waygate/contract/factors/passkeys.endpoints';
import { call } from '#api/call.ts';
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx';
import { ConfirmSensitive } from './ConfirmSensitive.tsx';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';
import { RenamePasskeyDialog } from './RenamePasskeyDialog.tsx';
import { TotpSetupDialog } from './TotpSetupDialog.tsx';
import { countFactors } from './use-factors.ts';

export type OpenDialog =
  | { kind: 'set-up'; setup: TotpSetup }
  | { kind: 'codes'; codes: string[] }
  | { kind: 'remove-app' | 'renew-codes' | 'add-passkey' }
  | { kind: 'rename-passkey' | 'remove-passkey'; passkey: Passkey };

type FactorDialogsProps = {
  open: OpenDialog;
  factors: Factors;
  /** Closes the dialog after a change, shows new codes if there are any, and says what was done. */
  onChanged: (message: string, recoveryCodes?: string[]) => void;
  onClose: () => void;
};

/** Whichever dialog of the factors is open. */
export function FactorDialogs({ open, factors, onChanged, onClose }: FactorDialogsProps) {
  switch (open.kind) {
    case 'set-up':
      return (
        <TotpSetupDialog
          setup={open.setup}
          onConfirmed={(codes) => onChanged('Authenticator app set up.', codes)}
          onClose={onClose}
        />
      );
    case 'codes':
      return <RecoveryCodesDialog codes={open.codes} onClose={onClose} />;
    case 'add-passkey':
      return <AddPasskeyDialog onAdded={(codes) => onChanged('Passkey added.', codes)} onClose={onClose} />;
    case 'rename-passkey':
      return (
        <RenamePasskeyDialog
          passkey={open.passkey}
          onRenamed={() => onChanged('Passkey renamed.')}
          onClose={onClose}
        />
      );
    case 'remove-app':
      return (
        <ConfirmSensitive
          title="Remove the authenticator app"
          confirmLabel="Remove the app"
          failure="The authenticator app couldn't be removed. Try again."
          call={() => call(removeTotp, {})}
          onDone={() => onChanged('Authenticator app removed.')}
          onClose={onClose}
        >
          <p>Signing in no longer asks for its codes. Delete the entry in your app afterwards.</p>
          <LastFactor factors={factors} />
        </ConfirmSensitive>
      );
    case 'remove-passkey':
      return (
        <ConfirmSensitive
          title={`Remove ${open.passkey.name}`}
          confirmLabel="Remove the passkey"
          failure="The passkey couldn't be removed. Try again."
          call={() => call(removePasskey, { params: { id: String(open.passkey.id) } })}
          onDone={() => onChanged('Passkey removed.')}
          onClose={onClose}
        >
          <p>It no longer signs you in. Delete it in your browser or password manager too.</p>
          <LastFactor factors={factors} />
        </ConfirmSensitive>
      );
    case 'renew-codes':
      return (
        <ConfirmSensitive
          title="Make new recovery codes"
          confirmLabel="Make new codes"
          failure="New codes couldn't be made. Your old ones still work. Try again."
          call={() => call(renewRecoveryCodes, {})}
          onDone={({ recoveryCodes }) => onChanged('Recovery codes renewed.', recoveryCodes)}
          onClose={onClose}
        >
          <p>You get ten new codes. The old ones stop working at once.</p>
        </ConfirmSensitive>
      );
  }
}

/** What else goes with the last factor. */
function LastFactor({ factors }: { factors: Factors }) {
  if (countFactors(factors) > 1) return null;
  return (
    <p>
      This is your only second factor: your recovery codes stop working, and your password alone signs you in.
      {factors.isRequired &&
        ' Your role needs a second factor, so the admin area closes until you set one up.'}
    </p>
  );
}
