import { CircleAlert, CircleCheck } from 'lucide-react';
import { lazy, Suspense, useId, useLayoutEffect, useRef } from 'react';
import type { Target } from '#features/game-servers/target.rules.ts';
import { Button } from '#ui/Button.tsx';
import { useModal } from '#ui/use-modal.ts';
import { loadPurchasing } from './load-purchasing.ts';
import styles from './PurchaseDialog.module.css';
import type { Purchase } from './use-purchase.ts';

const TargetForm = lazy(async () => ({ default: (await loadPurchasing()).TargetForm }));

type PurchaseDialogProps = {
  purchase: Exclude<Purchase, { status: 'idle' }>;
  onChoose: (target: Target) => void;
  onDismiss: () => void;
};

/** Asks where a product goes, and shows that the checkout is being started, or its result. */
export function PurchaseDialog({ purchase, onChoose, onDismiss }: PurchaseDialogProps) {
  const dialog = useModal();
  const id = useId();
  const isEnded = purchase.status === 'ended';
  const isClosable = isEnded || (purchase.status === 'choosing' && !purchase.isStarting);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={`${id}-name`}
      aria-describedby={isEnded ? `${id}-text` : undefined}
      closedby={isClosable ? 'closerequest' : 'none'}
      onCancel={(event) => {
        // React unmounts it; the element must not close by itself first.
        event.preventDefault();
        if (isClosable) onDismiss();
      }}
    >
      {purchase.status === 'ended' && <Result {...purchase} id={id} onDismiss={onDismiss} />}
      {purchase.status === 'choosing' && (
        <div className={styles.choice}>
          <h2 id={`${id}-name`}>Where should {purchase.product.newName || purchase.product.name} go?</h2>
          <Suspense>
            <TargetForm
              serverIds={purchase.product.serverIds}
              action="Pay now"
              isBusy={purchase.isStarting}
              fault={purchase.fault}
              onChoose={onChoose}
              onCancel={onDismiss}
            />
          </Suspense>
        </div>
      )}
      {purchase.status === 'processing' && (
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
