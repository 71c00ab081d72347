import { useLocation, useNavigate } from 'react-router';
import { SwitchedOff } from '#features/admin/frame/SwitchedOff.tsx';
import { RewardList } from '#features/twitch-rewards/admin/RewardList.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { DropAccounts } from './DropAccounts.tsx';
import { useSampleHealth } from './drop-admin-queries.ts';
import { RuleFailureList } from './RuleFailureList.tsx';
import { SampleHealth } from './SampleHealth.tsx';
import { SeasonList } from './SeasonList.tsx';
import { StreamerList } from './StreamerList.tsx';

/** The admin tabs of drops; the selected tab is in the address. */
export function DropsAdmin() {
  const chosen = new URLSearchParams(useLocation().search).get('tab') ?? 'rewards';
  const navigate = useNavigate();
  const { data: health } = useSampleHealth();
  const isAiling = health?.needsAttention === true;
  const healthTab = {
    id: 'health',
    label: isAiling ? 'Health: needs attention' : 'Health',
    panel: <SampleHealth />,
  };
  const rewardsTab = { id: 'rewards', label: 'Rewards', panel: <RewardList /> };
  return (
    <>
      <SwitchedOff part="twitch" />
      <Tabs
        label="Twitch Drops"
        selectedId={chosen}
        // Drops the other parameters: a search in one list means nothing in another.
        onSelect={(id) => void navigate({ search: `?tab=${id}` })}
        tabs={[
          // Only moved: what staff are looking at stays open.
          ...(isAiling ? ([healthTab, rewardsTab] as const) : ([rewardsTab] as const)),
          { id: 'seasons', label: 'Seasons', panel: <SeasonList /> },
          { id: 'streamers', label: 'Streamers', panel: <StreamerList /> },
          { id: 'rules', label: 'Rules not met', panel: <RuleFailureList /> },
          { id: 'accounts', label: 'Accounts', panel: <DropAccounts /> },
          ...(isAiling ? [] : [healthTab]),
        ]}
      />
    </>
  );
}
