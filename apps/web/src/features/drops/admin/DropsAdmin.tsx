import { useLocation, useNavigate } from 'react-router';
import { useSite } from '#features/site/SiteContext.tsx';
import { RewardList } from '#features/twitch-rewards/admin/RewardList.tsx';
import { Notice } from '#ui/Notice.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { DropAccounts } from './DropAccounts.tsx';
import styles from './drops-admin.module.css';
import { SampleHealth } from './SampleHealth.tsx';
import { SeasonList } from './SeasonList.tsx';
import { StreamerList } from './StreamerList.tsx';

/** The admin tabs of drops; the selected tab is in the address. */
export function DropsAdmin() {
  const chosen = new URLSearchParams(useLocation().search).get('tab') ?? 'rewards';
  const navigate = useNavigate();
  const { twitch: isSwitchedOn } = useSite().features;
  return (
    <>
      {!isSwitchedOn && (
        <div className={styles.switchedOff}>
          <Notice tone="info">
            Drops are switched off. Minutes count once TWITCH_CLIENT_ID, TWITCH_CLIENT_SECRET, TWITCH_GAME_IDS
            and TWITCH_TOKEN_KEY are set.
          </Notice>
        </div>
      )}
      <Tabs
        label="Twitch Drops"
        selectedId={chosen}
        // Drops the other parameters: a search in one list means nothing in another.
        onSelect={(id) => void navigate({ search: `?tab=${id}` }, { preventScrollReset: true })}
        tabs={[
          { id: 'rewards', label: 'Rewards', panel: <RewardList /> },
          { id: 'seasons', label: 'Seasons', panel: <SeasonList /> },
          { id: 'streamers', label: 'Streamers', panel: <StreamerList /> },
          { id: 'accounts', label: 'Accounts', panel: <DropAccounts /> },
          { id: 'health', label: 'Health', panel: <SampleHealth /> },
        ]}
      />
    </>
  );
}
