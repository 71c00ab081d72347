import { Trophy } from 'lucide-react';
import { CharacterList } from '#features/deliveries/CharacterList.tsx';
import { DropsTab } from '#features/drops/DropsTab.tsx';
import { OrderList } from '#features/orders/OrderList.tsx';
import { EmptyPanel } from '#ui/EmptyPanel.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import styles from './ProfileTabs.module.css';

/** Characters, achievements, drops and orders. */
export function ProfileTabs({ isTwitchLinked }: { isTwitchLinked: boolean }) {
  return (
    <div className={styles.panel}>
      <Tabs
        label="Profile sections"
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
            panel: <DropsTab kind="viewer" isLinked={isTwitchLinked} />,
          },
          {
            id: 'twitch-streamer',
            label: 'Streamer Drops',
            panel: <DropsTab kind="streamer" isLinked={isTwitchLinked} />,
          },
          { id: 'orders', label: 'Orders', panel: <OrderList /> },
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
