import { removeTotp, renewRecoveryCodes } from '@waygate/contract/factors/factors.endpoints';
import type { Factors, Passkey, TotpSetup } from '@waygate/contract/factors/factors.schemas';
import { removePasskey } from '@waygate/contract/factors/passkeys.endpoints';
import type { ComponentProps } from 'react';
import { call } from '#api/call.ts';
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx';
import { ConfirmSensitive } from './ConfirmSensitive.tsx';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';
import { RenamePasskeyDialog } from './RenamePasskeyDialog.tsx';
import { TotpSetupDialog } from './TotpSetupDialog.tsx';
import { countFactors } from './use-factors.ts';

export type OpenDialog =
  | { kind: 'set-up'; setup: TotpSetup }
  | { kind: 'codes'; codes: string[]; message: string }
  | { kind: 'renew-codes' }
  | { kind: 'add-passkey'; factors: Factors }
  | { kind: 'rename-passkey'; passkey: Passkey }
  | { kind: 'remove-app'; factors: Factors }
  | { kind: 'remove-passkey'; passkey: Passkey; factors: Factors };

type FactorDialogsProps = {
  open: OpenDialog;
  /** A name for its next passkey; null where the server knows none. */
  browser: string | null;
  /** Takes what was done, and new recovery codes if there are any. */
  onFinished: (message: string, recoveryCodes?: string[]) => void;
  onClose: () => void;
};

/** Whichever dialog of the factors is open. */
export function FactorDialogs({ open, browser, onFinished, onClose }: FactorDialogsProps) {
  switch (open.kind) {
    case 'set-up':
      return (
        <TotpSetupDialog
          setup={open.setup}
          onConfirmed={(codes) => onFinished('Authenticator app set up.', codes)}
          onClose={onClose}
        />
      );
    case 'codes':
      return <RecoveryCodesDialog codes={open.codes} onClose={() => onFinished(open.message)} />;
    case 'add-passkey':
      return <AddPasskey {...{ browser, onFinished, onClose }} factors={open.factors} />;
    case 'rename-passkey':
      return (
        <RenamePasskeyDialog
          passkey={open.passkey}
          onRenamed={() => onFinished('Passkey renamed.')}
          onClose={onClose}
        />
      );
    case 'remove-app':
      return (
        <RemoveFactor
          title="Remove the authenticator app"
          confirmLabel="Remove the app"
          failure="The authenticator app couldn't be removed. Try again."
          call={() => call(removeTotp, {})}
          onDone={() => onFinished('Authenticator app removed.')}
          onClose={onClose}
          factors={open.factors}
        >
          Signing in no longer asks for its codes. Delete the entry in your app afterwards.
        </RemoveFactor>
      );
    case 'remove-passkey':
      return (
        <RemoveFactor
          title={`Remove ${open.passkey.name}`}
          confirmLabel="Remove the passkey"
          failure="The passkey couldn't be removed. Try again."
          call={() => call(removePasskey, { params: { id: String(open.passkey.id) } })}
          onDone={() => onFinished('Passkey removed.')}
          onClose={onClose}
          factors={open.factors}
        >
          It no longer signs you in. Delete it in your browser or password manager too.
        </RemoveFactor>
      );
    case 'renew-codes':
      return <RenewCodes onFinished={onFinished} onClose={onClose} />;
  }
}

type AddPasskeyProps = Omit<FactorDialogsProps, 'open'> & { factors: Factors };

function AddPasskey({ browser, factors, onFinished, onClose }: AddPasskeyProps) {
  return (
    <AddPasskeyDialog
      browser={browser}
      isFirstFactor={countFactors(factors) === 0}
      onAdded={(codes) => onFinished('Passkey added.', codes)}
      onClose={onClose}
    />
  );
}

function RenewCodes({ onFinished, onClose }: Pick<FactorDialogsProps, 'onFinished' | 'onClose'>) {
  return (
    <ConfirmSensitive
      title="Make new recovery codes"
      confirmLabel="Make new codes"
      failure="New codes couldn't be made. Try again."
      call={() => call(renewRecoveryCodes, {})}
      onDone={({ recoveryCodes }) => onFinished('Recovery codes renewed.', recoveryCodes)}
      onClose={onClose}
    >
      <p>You get ten new codes. The old ones stop working at once.</p>
    </ConfirmSensitive>
  );
}

type RemoveFactorProps = Omit<ComponentProps<typeof ConfirmSensitive>, 'look'> & { factors: Factors };

/** Says what else goes with the last factor. */
function RemoveFactor({ factors, children, ...question }: RemoveFactorProps) {
  return (
    <ConfirmSensitive {...question}>
      <p>{children}</p>
      {countFactors(factors) === 1 && (
        <p>
          This is your only second factor: your recovery codes stop working, and your password alone signs you
          in.
          {factors.isRequired &&
            ' Your role needs a second factor, so the admin area closes until you set one up.'}
        </p>
      )}
    </ConfirmSensitive>
  );
}
