import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './EmptyPanel.module.css';

/** A panel's centred empty state with a next step. */
export function EmptyPanel({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <div className={styles.empty}>
      <Icon aria-hidden size={48} strokeWidth={1.25} />
      {children}
    </div>
  );
}
