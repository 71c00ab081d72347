import { Coins } from 'lucide-react';
import { useProfile } from '#features/sign-in/use-profile.ts';
import { countText } from '#ui/texts/count-text.ts';
import styles from './Purse.module.css';

/** The signed-in player's coins, once they are known. */
export function Purse() {
  const { profile } = useProfile();
  if (profile.status !== 'loaded') return null;
  return (
    <p className={styles.purse} title="Your coins">
      <Coins aria-hidden size={18} />
      <span className="visually-hidden">Your coins: </span>
      {countText(profile.value.agaiaCoins ?? 0)}
    </p>
  );
}
