import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './Notice.module.css';

type NoticeProps = {
  tone: 'success' | 'error' | 'info';
  /** Where something around it is announced already. */
  isSilent?: boolean;
  children: ReactNode;
};

const ICONS = { success: CircleCheck, error: CircleAlert, info: Info };

/** A sentence about what happened; errors interrupt screen readers, the rest waits its turn. */
export function Notice({ tone, isSilent = false, children }: NoticeProps) {
  const Icon = ICONS[tone];
  const role = tone === 'error' ? 'alert' : 'status';
  return (
    <div className={classNames(styles.notice, styles[tone])} role={isSilent ? undefined : role}>
      <Icon aria-hidden size={20} />
      <div>{children}</div>
    </div>
  );
}
