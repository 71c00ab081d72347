import { X } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect } from 'react';
import { classNames } from './class-names.ts';
import styles from './Dialog.module.css';
import { useModal } from './use-modal.ts';

type DialogProps = { title: string; onClose: () => void; children: ReactNode; isWide?: boolean };

/**
 * A modal window over the blurred page. Mounting opens it. Escape, the close button and a click beside it
 * close it, and the browser gives the focus back to where it was.
 */
export function Dialog({ title, onClose, children, isWide = false }: DialogProps) {
  const dialog = useModal();
  const titleId = useId();
  useLayoutEffect(() => {
    // Otherwise the close button, being first, would have the focus.
    dialog.current?.querySelector<HTMLElement>('input:not([readonly]), select, textarea')?.focus();
  }, [dialog]);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const element = dialog.current;
    let isPressedBeside = false;
    const press = (event: PointerEvent) => {
      isPressedBeside = event.target === element;
    };
    // Pressed and released: neither a selection dragged out of a field may close the window, nor may a
    // finger's click end on what was behind it.
    const release = (event: MouseEvent) => isPressedBeside && event.target === element && close();
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
        // React unmounts it; the element must not close on its own before.
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
