import { LifeBuoy } from 'lucide-react';
import { Badge } from '#ui/admin/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { SettingEntry } from '#ui/settings/SettingEntry.tsx';

/** From here on the account should have new ones. */
const FEW_CODES = 3;

/** How many recovery codes are left. */
export function RecoveryCodesEntry({ codesLeft, onRenew }: { codesLeft: number; onRenew: () => void }) {
  const isLow = codesLeft <= FEW_CODES;
  return (
    <SettingEntry
      icon={LifeBuoy}
      tone={isLow ? 'warning' : 'neutral'}
      title="Recovery codes"
      badges={<Badge tone={isLow ? 'warning' : 'neutral'}>{leftText(codesLeft)}</Badge>}
      text={
        isLow
          ? 'Make new ones before they run out. Without them, losing your phone or passkey means losing days until our team can help.'
          : 'For when you lose your phone or passkey. Each works once.'
      }
      actions={
        <Button look="secondary" aria-haspopup="dialog" onClick={onRenew}>
          Make new codes
        </Button>
      }
    />
  );
}

function leftText(codesLeft: number): string {
  return codesLeft === 0 ? 'None left' : `${codesLeft} left`;
}
