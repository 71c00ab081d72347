import { stopStreaming } from '@waygate/contract/drops/drops.endpoints';
import { call } from '#api/call.ts';
import { useSubmit } from '#api/use-submit.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Notice } from '#ui/Notice.tsx';
import styles from './UnlinkDialog.module.css';

type StopStreamingDialogProps = { onStopped: (message: string) => void; onClose: () => void };

/** Confirms that the account no longer earns by streaming, and says what ends and what stays. */
export function StopStreamingDialog({ onStopped, onClose }: StopStreamingDialogProps) {
  const { isBusy, error, submit } = useSubmit("Streaming couldn't be stopped. Please try again.");
  const close = () => {
    if (!isBusy) onClose();
  };
  function stop() {
    void submit(async () => {
      const { message } = await call(stopStreaming, {});
      onClose();
      onStopped(message);
    });
  }
  return (
    <Dialog title="Stop streaming" onClose={close}>
      <div className={styles.question}>
        <p>Our access to your chat ends, and your channel no longer counts for you or your viewers.</p>
        <p>You keep your Twitch link, your minutes and your rewards.</p>
        <p>If you want to stream again, you apply again and our team reviews your channel.</p>
        {error && <Notice tone="error">{error}</Notice>}
        <div className={styles.actions}>
          <Button look="secondary" disabled={isBusy} onClick={close}>
            Cancel
          </Button>
          <Button look="danger" isBusy={isBusy} onClick={stop}>
            Stop streaming
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
