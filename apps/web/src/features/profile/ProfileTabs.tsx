import { Newspaper, Trophy } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { AwaitingDeliveries } from '#features/deliveries/AwaitingDeliveries.tsx';
import { CharacterList } from '#features/deliveries/CharacterList.tsx';
import { DropsTab } from '#features/drops/DropsTab.tsx';
import { OrderList } from '#features/orders/OrderList.tsx';
import { paths } from '#features/paths/paths.ts';
import { buttonClass } from '#ui/Button.tsx';
import { EmptyPanel } from '#ui/EmptyPanel.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { lazyPart } from './lazy-part.tsx';
import styles from './ProfileTabs.module.css';

const FIRST_TAB = 'chars';

const SecurityTab = lazyPart(async () => (await import('./security/SecurityTab.tsx')).SecurityTab);
const PrivacyTab = lazyPart(async () => (await import('#features/privacy/PrivacyTab.tsx')).PrivacyTab);

type ProfileTabsProps = {
  isTwitchLinked: boolean;
  erasureDueAt: string | undefined;
  onErasureChange: () => void;
};

/** Characters, achievements, drops, orders, security and privacy. The address names the tab; mails link to `#orders`. */
export function ProfileTabs({ isTwitchLinked, erasureDueAt, onErasureChange }: ProfileTabsProps) {
  // Loads what shows the state of a delivery again.
  const [choices, setChoices] = useState(0);
  const awaiting = <AwaitingDeliveries onChosen={() => setChoices((count) => count + 1)} />;
  const tabs: ComponentProps<typeof Tabs>['tabs'] = [
    { id: FIRST_TAB, label: 'Characters', panel: <CharacterList /> },
    { id: 'achievements', label: 'Achievements', panel: <NoAchievements /> },
    {
      id: 'twitch-viewer',
      label: 'Viewer Drops',
      panel: (
        <div className={styles.noticed}>
          {awaiting}
          <DropsTab key={choices} kind="viewer" isLinked={isTwitchLinked} />
        </div>
      ),
    },
    {
      id: 'twitch-streamer',
      label: 'Streamer Drops',
      panel: (
        <div className={styles.noticed}>
          {awaiting}
          <DropsTab key={choices} kind="streamer" isLinked={isTwitchLinked} />
        </div>
      ),
    },
    {
      id: 'orders',
      label: 'Orders',
      panel: (
        <div className={styles.noticed}>
          {awaiting}
          <OrderList key={choices} />
        </div>
      ),
    },
    { id: 'security', label: 'Security', panel: <SecurityTab /> },
    {
      id: 'privacy',
      label: 'Privacy',
      panel: <PrivacyTab dueAt={erasureDueAt} onChange={onErasureChange} />,
    },
  ];
  const { selectedId, select } = useTabOfAddress(tabs);
  return (
    <div className={styles.panel}>
      <Tabs label="Profile sections" isScrolling selectedId={selectedId} onSelect={select} tabs={tabs} />
    </div>
  );
}

function useTabOfAddress(tabs: { id: string }[]) {
  const { search, hash, state } = useLocation();
  const navigate = useNavigate();
  function select(id: string) {
    const query = new URLSearchParams(search);
    if (id === FIRST_TAB) query.delete('tab');
    else query.set('tab', id);
    // No entry for each tab, so that the browser's back leaves the profile and coming back shows the last one.
    void navigate({ search: query.toString(), hash: '' }, { replace: true, state });
  }
  const named = new URLSearchParams(search).get('tab') ?? FIRST_TAB;
  // Any other hash is a place on the page, such as the one that the skip link leads to.
  const place = tabs.find(({ id }) => hash === `#${id}`);
  return { selectedId: place?.id ?? named, select };
}

function NoAchievements() {
  return (
    <section className={styles.achievements}>
      <h2>Achievements</h2>
      <EmptyPanel icon={Trophy}>
        <p>No achievements yet.</p>
        <p>The news says what's on in the game right now.</p>
        <Link to={paths.news} className={buttonClass('secondary')}>
          <Newspaper aria-hidden size={18} /> Read the news
        </Link>
      </EmptyPanel>
    </section>
  );
}
