import { Smartphone } from 'lucide-react';
import { Badge } from '#ui/admin/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { LocalDate } from '#ui/LocalDate.tsx';
import { SettingEntry } from '#ui/settings/SettingEntry.tsx';

type TotpEntryProps = {
  since: string | null;
  /** While a new secret is asked for. */
  isStarting: boolean;
  onSetUp: () => void;
  onRemove: () => void;
};

/** The authenticator app. */
export function TotpEntry({ since, isStarting, onSetUp, onRemove }: TotpEntryProps) {
  return (
    <SettingEntry
      icon={Smartphone}
      tone={since === null ? 'neutral' : 'success'}
      title="Authenticator app"
      badges={since !== null && <Badge tone="success">On</Badge>}
      text={
        since === null ? (
          'An app on your phone shows a new code every 30 seconds.'
        ) : (
          <>
            Since <LocalDate value={since} dateStyle="medium" />. Signing in asks for the code that it shows.
          </>
        )
      }
      actions={
        since === null ? (
          <Button look="secondary" aria-haspopup="dialog" isBusy={isStarting} onClick={onSetUp}>
            Set up<span className="visually-hidden"> the authenticator app</span>
          </Button>
        ) : (
          <Button look="secondary" aria-haspopup="dialog" onClick={onRemove}>
            Remove<span className="visually-hidden"> the authenticator app</span>
          </Button>
        )
      }
    />
  );
}
