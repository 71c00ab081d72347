import { ShieldOff } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './NoPermission.module.css';

type NoPermissionProps = { level: number | undefined; children: ReactNode };

/** The message for missing rights, with the permission level to report to an owner. */
export function NoPermission({ level = 1, children }: NoPermissionProps) {
  return (
    <div className={styles.box}>
      <ShieldOff aria-hidden size={40} strokeWidth={1.25} />
      <p>{children}</p>
      <p className={styles.level}>Your permission level: {level}</p>
    </div>
  );
}
