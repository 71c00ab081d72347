import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './Dialog.module.css';

type DialogProps = { title: string; onClose: () => void; children: ReactNode };

/**
 * A modal window over the blurred page. Mounting opens it. Escape, the close button and a click beside it
 * close it, and the browser gives the focus back to where it was.
 */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  useEffect(() => {
    const element = dialog.current;
    // Pressed, not clicked: a selection that is dragged out of a field must not close the window.
    const closeBeside = (event: PointerEvent) => event.target === element && onClose();
    element?.addEventListener('pointerdown', closeBeside);
    return () => element?.removeEventListener('pointerdown', closeBeside);
  }, [onClose]);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // React unmounts it; the element must not close on its own before.
        event.preventDefault();
        onClose();
      }}
    >
      <div className={styles.body}>
        <header className={styles.header}>
          <h2 id={titleId}>{title}</h2>
          <button type="button" className={styles.close} onClick={onClose} aria-label="Close">
            <X aria-hidden size={20} />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
