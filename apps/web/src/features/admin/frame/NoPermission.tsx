import { ShieldOff } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './NoPermission.module.css';

type NoPermissionProps = { level: number | undefined; children: ReactNode };

/** What somebody sees who may not see more, with their level to tell whoever could change that. */
export function NoPermission({ level = 1, children }: NoPermissionProps) {
  return (
    <div className={styles.box}>
      <ShieldOff aria-hidden size={40} strokeWidth={1.25} />
      <p>{children}</p>
      <p className={styles.level}>Your permission level: {level}</p>
    </div>
  );
}
