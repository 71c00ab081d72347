import type { OwnSession } from '@waygate/contract/sessions/sessions.schemas';
import { Badge } from '#ui/admin/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { LocalTime } from '#ui/LocalTime.tsx';
import { SettingEntry } from '#ui/settings/SettingEntry.tsx';
import { deviceIcon, deviceName } from './device-texts.ts';

type DeviceEntryProps = { session: OwnSession; isBusy: boolean; onEnd: () => void };

/** One device, with a button to sign it out. The header signs out this one. */
export function DeviceEntry({ session, isBusy, onEnd }: DeviceEntryProps) {
  const { browser, network, createdAt, lastUsedAt, isCurrent } = session;
  const name = deviceName(browser);
  return (
    <SettingEntry
      icon={deviceIcon(browser)}
      tone={isCurrent ? 'success' : 'neutral'}
      title={name}
      badges={isCurrent && <Badge tone="success">This device</Badge>}
      text={
        <>
          {isCurrent ? (
            'Active now'
          ) : (
            <>
              Last seen <LocalTime value={lastUsedAt} />
            </>
          )}
          {network !== null && ` · ${network}`}
          <br />
          Signed in <LocalTime value={createdAt} />
        </>
      }
      actions={
        !isCurrent && (
          <Button look="secondary" isBusy={isBusy} onClick={onEnd}>
            Sign out<span className="visually-hidden"> {name}</span>
          </Button>
        )
      }
    />
  );
}
