import { type LucideIcon, Radio, Trophy, Tv } from 'lucide-react';
import { CharacterList } from '#features/deliveries/CharacterList.tsx';
import { OrderList } from '#features/orders/OrderList.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import styles from './ProfileTabs.module.css';

/** What the account has in the game, and what was bought for it. */
export function ProfileTabs({ isTwitchLinked }: { isTwitchLinked: boolean }) {
  const drops = isTwitchLinked
    ? 'There are no drops this season yet. Please look in again later.'
    : 'Please link your Twitch account to participate in drops.';
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
            panel: (
              <EmptyTab
                icon={Trophy}
                title="Achievements"
                text="Your deeds will be told here. Go out and write the first line."
              />
            ),
          },
          {
            id: 'twitch-viewer',
            label: 'Viewer Drops',
            panel: <EmptyTab icon={Tv} title="Viewer Drops" text={drops} />,
          },
          {
            id: 'twitch-streamer',
            label: 'Streamer Drops',
            panel: <EmptyTab icon={Radio} title="Streamer Drops" text={drops} />,
          },
          { id: 'orders', label: 'Orders', panel: <OrderList /> },
        ]}
      />
    </div>
  );
}

type EmptyTabProps = { icon: LucideIcon; title: string; text: string };

function EmptyTab({ icon: Icon, title, text }: EmptyTabProps) {
  return (
    <section className={styles.empty}>
      <h2>{title}</h2>
      <Icon aria-hidden size={48} strokeWidth={1.25} />
      <p>{text}</p>
    </section>
  );
}
