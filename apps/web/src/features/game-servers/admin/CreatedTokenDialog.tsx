import { useRef, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Notice } from '#ui/Notice.tsx';
import { TextField } from '#ui/TextField.tsx';
import styles from './ServerAccess.module.css';

type CreatedTokenDialogProps = { token: string; onClose: () => void };

/** Shows a new token, this once. */
export function CreatedTokenDialog({ token, onClose }: CreatedTokenDialogProps) {
  // A toast would be behind the dialog.
  const [outcome, setOutcome] = useState('');
  const field = useRef<HTMLInputElement>(null);
  async function copy() {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(token);
      setOutcome('Token copied.');
    } catch {
      // Without HTTPS, or when the browser refuses.
      setOutcome("The browser didn't copy it. It is selected: press Ctrl+C.");
    }
  }
  return (
    <Dialog title="Your new token" onClose={onClose}>
      <div className={styles.token}>
        <Notice tone="info">
          This is the only time it is shown. Copy it into the bridge's configuration now.
        </Notice>
        <TextField
          ref={field}
          label="Token"
          name="token"
          className={styles.code}
          readOnly
          autoComplete="off"
          value={token}
          onFocus={({ target }) => target.select()}
        />
        <output>{outcome}</output>
        <div className={styles.actions}>
          <Button look="secondary" onClick={onClose}>
            Done
          </Button>
          <Button onClick={() => void copy()}>Copy the token</Button>
        </div>
      </div>
    </Dialog>
  );
}
