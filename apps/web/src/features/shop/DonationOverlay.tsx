import { X } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { closeDonations } from './donation-overlay.ts';
import styles from './DonationOverlay.module.css';

/** The donations over the whole, blurred page. */
export function DonationOverlay() {
  const dialog = useRef<HTMLDialogElement>(null);
  // A layout effect, because the browser gives the focus back only while the element is still in the page.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles.overlay}
      aria-labelledby="donations-title"
      onCancel={(event) => {
        // React unmounts it; the element must not close on its own before.
        event.preventDefault();
        closeDonations();
      }}
    >
      <div className={styles.header}>
        <h2 id="donations-title">DONATIONS :</h2>
        <button type="button" className={styles.close} onClick={closeDonations} aria-label="Close">
          <X aria-hidden size={28} />
        </button>
      </div>
      <p className={styles.empty}>No gifts available at the moment.</p>
    </dialog>
  );
}
