import { X } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect } from 'react';
import { classNames } from './class-names.ts';
import styles from './Dialog.module.css';
import { useBackCloses } from '#ui/back/use-back-closes.ts';
import { useModal } from './use-modal.ts';

type DialogProps = { title: string; onClose: () => void; children: ReactNode; isWide?: boolean };

/**
 * A modal dialog over the blurred page. Mounting opens it. Escape, the close button, a click outside and the browser's back close it,
 * and the browser restores the focus.
 */
export function Dialog({ title, onClose, children, isWide = false }: DialogProps) {
  const dialog = useModal();
  useBackCloses(onClose);
  const titleId = useId();
  useLayoutEffect(() => {
    // Otherwise the close button, being first, would take the focus.
    dialog.current?.querySelector<HTMLElement>('input:not([readonly]), select, textarea')?.focus();
  }, [dialog]);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const element = dialog.current;
    let isPressedOutside = false;
    const press = (event: PointerEvent) => {
      isPressedOutside = event.target === element;
    };
    // Closing needs both press and release outside: neither a selection dragged out of a field nor a tap that
    // ends on what was behind the dialog may close it.
    const release = (event: MouseEvent) => isPressedOutside && event.target === element && close();
    element?.addEventListener('pointerdown', press);
    element?.addEventListener('click', release);
    return () => {
      element?.removeEventListener('pointerdown', press);
      element?.removeEventListener('click', release);
    };
  }, [dialog]);
  return (
    <dialog
      ref={dialog}
      className={classNames(styles.dialog, isWide && styles.wide)}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // Of a dialog or a file field in this one.
        if (event.target !== event.currentTarget) return;
        // React unmounts it; the element must not close by itself first.
        event.preventDefault();
        onClose();
      }}
    >
      <div className={styles.body}>
        <div className={styles.header}>
          <h2 id={titleId}>{title}</h2>
          <button type="button" className={styles.close} onClick={onClose} aria-label="Close">
            <X aria-hidden size={20} />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
