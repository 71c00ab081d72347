import { Link2 } from 'lucide-react';
import { useId } from 'react';
import { useSite } from '#features/site/SiteContext.tsx';
import { Button } from '#ui/Button.tsx';
import styles from './TwitchLink.module.css';

/** Links the account with Twitch, on servers where that is switched on. */
export function TwitchLink() {
  const { twitch: isSwitchedOn } = useSite().features;
  const reasonId = useId();
  if (isSwitchedOn) return null;
  return (
    <div className={styles.link}>
      <Button look="secondary" disabled aria-describedby={reasonId}>
        <Link2 aria-hidden size={18} /> Link with Twitch
      </Button>
      <p id={reasonId}>Twitch linking is not switched on for this server.</p>
    </div>
  );
}
