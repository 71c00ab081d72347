import { LAID_OUT_LATER } from './arrival.ts';
import icons from './feature-icons.svg';
import styles from './FeatureList.module.css';

const FEATURES = [
  ['star', 'Innovative experience', 'A fresh take on the gameplay you already know by heart.'],
  ['hammer', 'Active development', 'Frequent updates, driven by what the community tells us.'],
  ['crown', 'Play-to-earn cosmetics', 'Free cosmetics that you earn by playing, not by paying.'],
  ['tower', 'Stable servers', 'Low ping and servers that stand when the whole realm is online.'],
  ['scales', 'Fair and balanced', 'A balanced world, and never pay-to-win.'],
  ['shield', 'Safe', 'Our own anti-cheat runs on the server and leaves your privacy alone.'],
];

/** What the server offers. */
export function FeatureList() {
  return (
    <ul className={styles.features} {...LAID_OUT_LATER}>
      {FEATURES.map(([icon, title, text]) => (
        <li key={icon}>
          <svg aria-hidden>
            <use href={`${icons}#${icon}`} />
          </svg>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  );
}
