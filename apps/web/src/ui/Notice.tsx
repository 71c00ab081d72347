import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { classNames } from './class-names.ts';
import styles from './Notice.module.css';

type NoticeProps = {
  tone: 'success' | 'error' | 'info';
  /** Where a surrounding element is announced already. */
  isSilent?: boolean;
  /** For what takes the place of a form, or stands out of view: brings it into view with the focus. */
  takesFocus?: boolean;
  /** For what stays until somebody has read it. */
  onDismiss?: () => void;
  children: ReactNode;
};

const ICONS = { success: CircleCheck, error: CircleAlert, info: Info };

/** A message about what happened; errors interrupt screen readers, others wait. */
export function Notice({ tone, isSilent = false, takesFocus = false, onDismiss, children }: NoticeProps) {
  const Icon = ICONS[tone];
  const role = tone === 'error' ? 'alert' : 'status';
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) box.current?.focus();
  }, [takesFocus]);
  function dismiss(event: MouseEvent<HTMLElement>) {
    // The pressed button goes with the notice; the focus must not go with it.
    event.currentTarget.closest<HTMLElement>('dialog, main')?.focus({ preventScroll: true });
    onDismiss?.();
  }
  return (
    <div ref={box} tabIndex={takesFocus ? -1 : undefined} className={classNames(styles.notice, styles[tone])}>
      <Icon aria-hidden size={20} />
      <div role={isSilent ? undefined : role}>{children}</div>
      {onDismiss && (
        <button type="button" className={styles.dismiss} aria-label="Dismiss" onClick={dismiss}>
          <X aria-hidden size={18} />
        </button>
      )}
    </div>
  );
}
