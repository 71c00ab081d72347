import { unlinkTwitch } from '@waygate/contract/drops/drops.endpoints';
import { call } from '#api/call.ts';
import { useSubmit } from '#api/use-submit.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Notice } from '#ui/Notice.tsx';
import styles from './UnlinkDialog.module.css';

type UnlinkDialogProps = { onUnlinked: (message: string) => void; onClose: () => void };

/** Asks before the link with Twitch is lost, and says what goes with it. */
export function UnlinkDialog({ onUnlinked, onClose }: UnlinkDialogProps) {
  const { isBusy, error, submit } = useSubmit('Failed to unlink twitch.');
  const close = () => {
    if (!isBusy) onClose();
  };
  function unlink() {
    void submit(async () => {
      const { message } = await call(unlinkTwitch, {});
      onClose();
      onUnlinked(message || 'Twitch unlinked successfully!');
    });
  }
  return (
    <Dialog title="Unlink Twitch" onClose={close}>
      <div className={styles.question}>
        <p>We delete at once:</p>
        <ul>
          <li>who you are on Twitch,</li>
          <li>what we may see there on your behalf, and</li>
          <li>your minutes of this season, by watching and by streaming.</li>
        </ul>
        <p>
          Rewards that you have claimed stay yours. For 30 days, this Twitch account cannot be linked to
          another account here.
        </p>
        {error && <Notice tone="error">{error}</Notice>}
        <div className={styles.actions}>
          <Button look="secondary" disabled={isBusy} onClick={close}>
            Cancel
          </Button>
          <Button look="danger" isBusy={isBusy} onClick={unlink}>
            Unlink
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
