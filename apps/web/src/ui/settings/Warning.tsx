import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './Warning.module.css';

/** What needs the player's attention. */
export function Warning({ children }: { children: ReactNode }) {
  return (
    <div className={styles.warning}>
      <TriangleAlert aria-hidden size={20} />
      <div>{children}</div>
    </div>
  );
}
