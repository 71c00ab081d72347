import { X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useModal } from '#ui/use-modal.ts';
import styles from './OverlayFrame.module.css';
import { closeStorefront } from './storefront-overlay.ts';

/** A full-screen dialog over the blurred page. */
export function OverlayFrame({ title, children }: { title: string; children: ReactNode }) {
  const dialog = useModal();
  const titleId = useId();
  return (
    <dialog
      ref={dialog}
      className={styles.overlay}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // React also delivers events of dialogs nested in this one.
        if (event.target !== event.currentTarget) return;
        // React unmounts it; the element must not close by itself first.
        event.preventDefault();
        closeStorefront();
      }}
    >
      <header className={styles.header}>
        <h2 id={titleId}>{title}</h2>
        <button type="button" className={styles.close} onClick={closeStorefront} aria-label="Close">
          <X aria-hidden size={28} />
        </button>
      </header>
      <div className={styles.content}>{children}</div>
    </dialog>
  );
}
