import { Button } from '#ui/Button.tsx';
import styles from './ConsentBanner.module.css';

/** Asks whether the browser may store which link a visitor came by. It covers nothing that is needed to go on. */
export function ConsentBanner({ onAnswer }: { onAnswer: (isAgreed: boolean) => void }) {
  return (
    <section className={styles.banner} aria-label="Consent">
      <p>
        May we remember which link brought you here? Your browser then stores its address and a random id, and
        we count the visit.
      </p>
      <div className={styles.buttons}>
        <Button look="secondary" onClick={() => onAnswer(false)}>
          No
        </Button>
        <Button look="secondary" onClick={() => onAnswer(true)}>
          Yes, remember it
        </Button>
      </div>
    </section>
  );
}
