import type { Passkey } from '@waygate/contract/factors/factors.schemas';
import { Fingerprint, Plus } from 'lucide-react';
import { useId } from 'react';
import { Badge } from '#ui/admin/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { LocalDate } from '#ui/LocalDate.tsx';
import { SettingEntry } from '#ui/settings/SettingEntry.tsx';
import { passkeyObstacle } from './passkey-obstacle.ts';
import styles from './PasskeysEntry.module.css';

type PasskeysEntryProps = {
  passkeys: Passkey[];
  /** Where the server takes passkeys; undefined when it takes none. */
  origin: string | undefined;
  onAdd: () => void;
  onRename: (passkey: Passkey) => void;
  onRemove: (passkey: Passkey) => void;
};

/** The account's passkeys. */
export function PasskeysEntry({ passkeys, origin, onAdd, onRename, onRemove }: PasskeysEntryProps) {
  const obstacle = passkeyObstacle(origin);
  const obstacleId = useId();
  const hasSome = passkeys.length > 0;
  return (
    <SettingEntry
      icon={Fingerprint}
      tone={hasSome ? 'success' : 'neutral'}
      title="Passkeys"
      badges={hasSome && <Badge tone="success">{passkeys.length} added</Badge>}
      text={
        <>
          Sign in with a fingerprint, face, screen lock or security key.
          {obstacle !== undefined && (
            <p id={obstacleId} className={styles.obstacle}>
              {obstacle}
            </p>
          )}
        </>
      }
      actions={
        <Button
          look="secondary"
          aria-haspopup="dialog"
          disabled={obstacle !== undefined}
          aria-describedby={obstacle === undefined ? undefined : obstacleId}
          onClick={onAdd}
        >
          <Plus aria-hidden size={18} /> Add a passkey
        </Button>
      }
    >
      {hasSome && (
        <ul className={styles.list}>
          {passkeys.map((passkey) => (
            <PasskeyItem
              key={passkey.id}
              passkey={passkey}
              onRename={() => onRename(passkey)}
              onRemove={() => onRemove(passkey)}
            />
          ))}
        </ul>
      )}
    </SettingEntry>
  );
}

type PasskeyItemProps = { passkey: Passkey; onRename: () => void; onRemove: () => void };

function PasskeyItem({ passkey: { name, createdAt, lastUsedAt }, onRename, onRemove }: PasskeyItemProps) {
  return (
    <li className={styles.passkey}>
      <div>
        <strong>{name}</strong>
        <p>
          Added <LocalDate value={createdAt} dateStyle="medium" /> ·{' '}
          {lastUsedAt === null ? (
            'Not used yet'
          ) : (
            <>
              Last used <LocalDate value={lastUsedAt} dateStyle="medium" />
            </>
          )}
        </p>
      </div>
      <div className={styles.actions}>
        <Button look="quiet" aria-haspopup="dialog" onClick={onRename}>
          Rename<span className="visually-hidden"> {name}</span>
        </Button>
        <Button look="quiet" aria-haspopup="dialog" onClick={onRemove}>
          Remove<span className="visually-hidden"> {name}</span>
        </Button>
      </div>
    </li>
  );
}
