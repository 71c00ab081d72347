import { unlinkTwitch } from '@waygate/contract/drops/drops.endpoints';
import { call } from '#api/call.ts';
import { useSubmit } from '#api/use-submit.ts';
import { useSite } from '#features/site/SiteContext.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Notice } from '#ui/Notice.tsx';
import styles from './UnlinkDialog.module.css';

type UnlinkDialogProps = { onUnlinked: (message: string) => void; onClose: () => void };

/** Confirms unlinking and says what is deleted. */
export function UnlinkDialog({ onUnlinked, onClose }: UnlinkDialogProps) {
  // While Twitch is switched off, the server has no key to recognise the Twitch account later.
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
        <p>We delete immediately:</p>
        <ul>
          <li>your Twitch link, and</li>
          <li>all your watch and stream minutes from this season and earlier ones.</li>
        </ul>
        <p>If you earn by streaming, our access to your chat ends too.</p>
        <p>
          You keep the rewards you've claimed.
          {isSwitchedOn && " For 30 days, this Twitch account can't be linked to another account here."}
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
