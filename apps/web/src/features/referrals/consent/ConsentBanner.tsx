import { Button } from '#ui/Button.tsx';
import styles from './ConsentBanner.module.css';

/** Asks whether the browser may store which video a visitor comes from. It covers nothing that is needed to go on. */
export function ConsentBanner({ onAnswer }: { onAnswer: (isAgreed: boolean) => void }) {
  return (
    <section className={styles.banner} aria-label="Consent">
      <p>
        May we remember which video brought you here? Your browser stores a random id for it, and nothing
        else.
      </p>
      <div className={styles.buttons}>
        <Button look="secondary" onClick={() => onAnswer(false)}>
          No
        </Button>
        <Button onClick={() => onAnswer(true)}>Yes, remember it</Button>
      </div>
    </section>
  );
}
