import { X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useSession } from '#api/session.ts';
import { closeStorefront } from '#features/shop/storefront-overlay.ts';
import { useBackCloses } from '#ui/back/use-back-closes.ts';
import { useModal } from '#ui/use-modal.ts';
import styles from './OverlayFrame.module.css';
import { Purse } from './Purse.tsx';

/** A full-screen dialog over the blurred page. */
export function OverlayFrame({ title, children }: { title: string; children: ReactNode }) {
  const token = useSession()?.accessToken;
  const dialog = useModal();
  useBackCloses(closeStorefront);
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
        {token && <Purse key={token} />}
        <button type="button" className={styles.close} onClick={closeStorefront} aria-label="Close">
          <X aria-hidden size={28} />
        </button>
      </header>
      {children}
    </dialog>
  );
}
