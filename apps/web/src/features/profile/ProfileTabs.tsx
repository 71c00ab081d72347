import { Trophy } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { AwaitingDeliveries } from '#features/deliveries/AwaitingDeliveries.tsx';
import { CharacterList } from '#features/deliveries/CharacterList.tsx';
import { DropsTab } from '#features/drops/DropsTab.tsx';
import { OrderList } from '#features/orders/OrderList.tsx';
import { EmptyPanel } from '#ui/EmptyPanel.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import styles from './ProfileTabs.module.css';

/** Characters, achievements, drops and orders. An address that is opened may name a tab: mails link to `#orders`. */
export function ProfileTabs({ isTwitchLinked }: { isTwitchLinked: boolean }) {
  const { hash, key } = useLocation();
  const address = key + hash;
  const [chosen, setChosen] = useState({ id: '', address });
  const isNamed = hash !== '' && chosen.address !== address;
  // Loads what shows the state of a delivery again.
  const [choices, setChoices] = useState(0);
  const awaiting = <AwaitingDeliveries onChosen={() => setChoices((count) => count + 1)} />;
  return (
    <div className={styles.panel}>
      <Tabs
        label="Profile sections"
        selectedId={isNamed || chosen.id === '' ? hash.slice(1) : chosen.id}
        onSelect={(id) => setChosen({ id, address })}
        tabs={[
          {
            id: 'chars',
            label: 'Characters',
            panel: <CharacterList />,
          },
          {
            id: 'achievements',
            label: 'Achievements',
            panel: <NoAchievements />,
          },
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
        ]}
      />
    </div>
  );
}

function NoAchievements() {
  return (
    <section className={styles.achievements}>
      <h2>Achievements</h2>
      <EmptyPanel icon={Trophy}>
        <p>No achievements yet.</p>
      </EmptyPanel>
    </section>
  );
}
