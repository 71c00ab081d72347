import type { Player } from '@waygate/contract/players/players.schemas';
import { sharedText } from '#features/accounts/admin/shared-text.ts';
import { Facts } from './Facts.tsx';
import { FoldPanel } from './FoldPanel.tsx';
import styles from './PlayerPage.module.css';
import { SharedAccounts } from './SharedAccounts.tsx';

const STREAMERS: Record<NonNullable<NonNullable<Player['twitch']>['streamer']>, string> = {
  pending: 'streamer waiting for approval',
  approved: 'approved streamer',
  rejected: 'rejected streamer',
};

type LinkedPanelProps = { accountId: number; player: Player };

/** Twitch, and who else was last at the same address. Absent where the viewer may see neither. */
export function LinkedPanel({ accountId, player: { twitch, sharedAddress } }: LinkedPanelProps) {
  if (!twitch && !sharedAddress) return null;
  return (
    <FoldPanel title="Linked" hint={hintOf(twitch, sharedAddress)}>
      {twitch && (
        <Facts
          facts={[
            {
              key: 'Twitch',
              value: (
                <>
                  {twitch.login ?? 'Not linked'}
                  {twitch.streamer && <span className={styles.hint}>, {STREAMERS[twitch.streamer]}</span>}
                </>
              ),
            },
          ]}
        />
      )}
      {sharedAddress?.total === 0 && <p className={styles.nothing}>{sharedText(sharedAddress)}</p>}
      {sharedAddress && sharedAddress.total > 0 && (
        <SharedAccounts accountId={accountId} shared={sharedAddress} />
      )}
    </FoldPanel>
  );
}

/** What the panel has, for where it is folded. */
function hintOf(twitch: Player['twitch'], shared: Player['sharedAddress']): string {
  const parts = [
    twitch?.login && 'Twitch',
    shared && shared.total > 0 && `${shared.total}${shared.totalIsExact ? '' : '+'} at the address`,
  ];
  return parts.filter(Boolean).join(', ') || 'Nothing';
}
