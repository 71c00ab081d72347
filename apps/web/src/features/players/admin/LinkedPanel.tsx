import type { Player, SharedAddress } from '@waygate/contract/players/players.schemas';
import { sharedText } from '#features/accounts/admin/shared-text.ts';
import { AccountLink } from '#features/admin/lists/AccountLink.tsx';
import { Badge } from '#ui/admin/Badge.tsx';
import { Facts } from './Facts.tsx';
import { FoldPanel } from './FoldPanel.tsx';
import styles from './PlayerPage.module.css';

const STREAMERS: Record<NonNullable<NonNullable<Player['twitch']>['streamer']>, string> = {
  pending: 'streamer waiting for approval',
  approved: 'approved streamer',
  rejected: 'rejected streamer',
};

/** Twitch, and who else was last at the same address. Absent where the viewer may see neither. */
export function LinkedPanel({ player: { twitch, sharedAddress } }: { player: Player }) {
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
      {sharedAddress && <Sharing shared={sharedAddress} />}
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

function Sharing({ shared }: { shared: SharedAddress }) {
  const { total, accounts } = shared;
  if (total === 0) return <p className={styles.nothing}>{sharedText(shared)}</p>;
  return (
    <details className={styles.sharing}>
      <summary>{sharedText(shared)}</summary>
      <ul>
        {accounts.map((account) => (
          <li key={account.accountDBID}>
            <AccountLink account={account} /> {account.banned && <Badge tone="error">Banned</Badge>}
          </li>
        ))}
      </ul>
      {total > accounts.length && <p className={styles.nothing}>The others aren't listed.</p>}
    </details>
  );
}
