import { startTotp } from '@waygate/contract/factors/factors.endpoints';
import type { Factors } from '@waygate/contract/factors/factors.schemas';
import { useRef, useState } from 'react';
import { call } from '#api/call.ts';
import { useSubmit } from '#api/use-submit.ts';
import { useSudo } from '#features/sudo/sudo.ts';
import { Badge } from '#ui/admin/Badge.tsx';
import { useToast } from '#ui/admin/use-toast.ts';
import { Failure } from '#ui/Failure.tsx';
import { LocalTime } from '#ui/LocalTime.tsx';
import { Notice } from '#ui/Notice.tsx';
import { SettingList } from '#ui/settings/SettingEntry.tsx';
import { SettingsSection } from '#ui/settings/SettingsSection.tsx';
import { Warning } from '#ui/settings/Warning.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { useFocusAfterLoss } from '#ui/use-focus-after-loss.ts';
import { FactorDialogs, type OpenDialog } from './FactorDialogs.tsx';
import { PasskeysEntry } from './PasskeysEntry.tsx';
import { RecoveryCodesEntry } from './RecoveryCodesEntry.tsx';
import { TotpEntry } from './TotpEntry.tsx';
import styles from './TwoFactorSection.module.css';
import { countFactors, useFactors } from './use-factors.ts';

const LEAD =
  'A second step after your password keeps your account yours, even if somebody learns the password.';

type TwoFactorSectionProps = {
  /** This browser, as the server names it; null where it doesn't. */
  browser: string | null;
  onChanged: () => void;
};

/** The account's second factors: an authenticator app, passkeys and recovery codes. */
export function TwoFactorSection({ browser, onChanged }: TwoFactorSectionProps) {
  const { content, reload, refresh } = useFactors();
  // Not in what is loaded: new codes must outlast a list that can't be loaded again.
  const [open, setOpen] = useState<OpenDialog>();
  const toast = useToast();
  const heading = useRef<HTMLHeadingElement>(null);
  const factors = content.status === 'loaded' ? content.value : undefined;
  // A change replaces the button that had the focus.
  useFocusAfterLoss(factors, () => heading.current);
  function finish(message: string, codes: string[] = []) {
    refresh();
    onChanged();
    if (codes.length > 0) {
      // A toast would be behind the dialog.
      setOpen({ kind: 'codes', codes, message });
      return;
    }
    setOpen(undefined);
    toast(message);
  }
  return (
    <SettingsSection
      title="Two-factor authentication"
      badge={factors && <FactorBadges factors={factors} />}
      lead={LEAD}
      headingRef={heading}
    >
      {content.status === 'loading' && (
        <>
          <output className="visually-hidden">Loading your second factors...</output>
          <Skeleton className={styles.placeholder} />
        </>
      )}
      {content.status === 'failed' && <Failure message={content.message} onRetry={reload} />}
      {factors && <FactorList factors={factors} onOpen={setOpen} />}
      {open && (
        <FactorDialogs open={open} browser={browser} onFinished={finish} onClose={() => setOpen(undefined)} />
      )}
    </SettingsSection>
  );
}

function FactorBadges({ factors }: { factors: Factors }) {
  const isOn = countFactors(factors) > 0;
  return (
    <>
      <Badge tone={isOn ? 'success' : 'neutral'}>{isOn ? 'On' : 'Off'}</Badge>
      {factors.isRequired && <Badge tone="info">Required for your role</Badge>}
    </>
  );
}

type FactorListProps = { factors: Factors; onOpen: (dialog: OpenDialog) => void };

function FactorList({ factors, onOpen }: FactorListProps) {
  const { totpSince, recoveryCodesLeft, passkeys, passkeyOrigin } = factors;
  const starting = useSubmit("Setting up couldn't start. Try again.");
  const withSudo = useSudo();
  function setUp() {
    void starting.submit(async () => {
      onOpen({ kind: 'set-up', setup: await withSudo(() => call(startTotp, {})) });
    });
  }
  return (
    <>
      <FactorWarnings factors={factors} />
      {starting.error && (
        <Notice tone="error" onDismiss={() => starting.refuse('')}>
          {starting.error}
        </Notice>
      )}
      <SettingList>
        <li>
          <TotpEntry
            since={totpSince}
            isStarting={starting.isBusy}
            onSetUp={setUp}
            onRemove={() => onOpen({ kind: 'remove-app', factors })}
          />
        </li>
        <li>
          <PasskeysEntry
            passkeys={passkeys}
            origin={passkeyOrigin}
            onAdd={() => onOpen({ kind: 'add-passkey', factors })}
            onRename={(passkey) => onOpen({ kind: 'rename-passkey', passkey })}
            onRemove={(passkey) => onOpen({ kind: 'remove-passkey', passkey, factors })}
          />
        </li>
        {countFactors(factors) > 0 && (
          <li>
            <RecoveryCodesEntry
              codesLeft={recoveryCodesLeft}
              onRenew={() => onOpen({ kind: 'renew-codes' })}
            />
          </li>
        )}
      </SettingList>
    </>
  );
}

function FactorWarnings({ factors }: { factors: Factors }) {
  return (
    <>
      {factors.isRequired && countFactors(factors) === 0 && (
        <Warning>
          Your role needs a second factor. The admin area stays closed until you set one up here.
        </Warning>
      )}
      {factors.removalDueAt !== null && (
        <Warning>
          Our team was asked to remove all your second factors, and does so on{' '}
          <LocalTime value={factors.removalDueAt} />. If that wasn't you, sign out and sign in again with a
          code or passkey: that stops it. Then change your password.
        </Warning>
      )}
    </>
  );
}
