import { useEffect, useId, useRef } from 'react';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Notice } from '#ui/Notice.tsx';
import styles from './ActionDone.module.css';

type ActionDoneProps = { title: string; message: string; onClose: () => void };

/** The success message of an action, with a Close button only. */
export function ActionDone({ title, message, onClose }: ActionDoneProps) {
  const id = useId();
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => close.current?.focus(), []);
  return (
    <Dialog title={title} onClose={onClose}>
      <div id={id}>
        <Notice tone="success">{message}</Notice>
      </div>
      <div className={styles.actions}>
        <Button ref={close} aria-describedby={id} onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
