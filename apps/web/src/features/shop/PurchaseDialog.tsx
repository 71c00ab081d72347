import { CircleAlert, CircleCheck } from 'lucide-react';
import { useId, useLayoutEffect, useRef } from 'react';
import { Button } from '#ui/Button.tsx';
import { useModal } from '#ui/use-modal.ts';
import styles from './PurchaseDialog.module.css';
import type { Purchase } from './use-purchase.ts';

type PurchaseDialogProps = { purchase: Exclude<Purchase, { status: 'idle' }>; onDismiss: () => void };

/** Shows that the checkout is being started, or its result. */
export function PurchaseDialog({ purchase, onDismiss }: PurchaseDialogProps) {
  const dialog = useModal();
  const id = useId();
  const isEnded = purchase.status === 'ended';
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={`${id}-name`}
      aria-describedby={isEnded ? `${id}-text` : undefined}
      closedby={isEnded ? 'closerequest' : 'none'}
      onCancel={(event) => {
        // React unmounts it; the element must not close by itself first.
        event.preventDefault();
        if (isEnded) onDismiss();
      }}
    >
      {isEnded ? (
        <Result {...purchase} id={id} onDismiss={onDismiss} />
      ) : (
        <div className={styles.body}>
          <span className={styles.spinner} aria-hidden />
          <output id={`${id}-name`}>Redirecting to Stripe…</output>
        </div>
      )}
    </dialog>
  );
}

type ResultProps = { id: string; outcome: 'success' | 'error'; message: string; onDismiss: () => void };

function Result({ id, outcome, message, onDismiss }: ResultProps) {
  const confirm = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => confirm.current?.focus(), []);
  const Icon = outcome === 'success' ? CircleCheck : CircleAlert;
  return (
    <div className={styles.body}>
      <Icon aria-hidden size={44} strokeWidth={1.5} className={styles[outcome]} />
      <h2 id={`${id}-name`}>{outcome === 'success' ? 'Success!' : 'Error'}</h2>
      <p id={`${id}-text`} role={outcome === 'error' ? 'alert' : 'status'}>
        {message}
      </p>
      <Button ref={confirm} onClick={onDismiss}>
        OK
      </Button>
    </div>
  );
}
