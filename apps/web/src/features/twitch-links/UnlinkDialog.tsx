import { unlinkTwitch } from '@waygate/contract/drops/drops.endpoints';
import { call } from '#api/call.ts';
import { useSubmit } from '#api/use-submit.ts';
import { useSite } from '#features/site/SiteContext.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Notice } from '#ui/Notice.tsx';
import styles from './UnlinkDialog.module.css';

type UnlinkDialogProps = { onUnlinked: (message: string) => void; onClose: () => void };

/** Asks before the link with Twitch is lost, and says what goes with it. */
export function UnlinkDialog({ onUnlinked, onClose }: UnlinkDialogProps) {
  // Switched off, the server has no key by which it would know the Twitch account again.
  const { twitch: isSwitchedOn } = useSite().features;
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
          <li>your identity on Twitch, and</li>
          <li>all your minutes, by watching and by streaming, of this season and of earlier ones.</li>
        </ul>
        <p>The access to your chat ends too, if you gave it to us to earn by streaming.</p>
        <p>
          Rewards that you have claimed stay yours.
          {isSwitchedOn && ' For 30 days, this Twitch account cannot be linked to another account here.'}
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
