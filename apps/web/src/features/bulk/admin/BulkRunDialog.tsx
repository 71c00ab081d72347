import type { BulkProgress } from '@waygate/contract/bulk/bulk.schemas';
import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Notice } from '#ui/Notice.tsx';
import styles from './bulk.module.css';
import { BulkProgressNote } from './BulkProgressNote.tsx';
import { StopBulkDialog } from './StopBulkDialog.tsx';
import type { useBulk } from './use-bulk.ts';

type BulkRunDialogProps = {
  title: string;
  bulk: Pick<ReturnType<typeof useBulk>, 'busy' | 'error' | 'goOn' | 'onStopped'>;
  progress: BulkProgress;
  onClose: () => void;
};

/** A list while it is carried out, and its report. Closing it only stops it: it can go on later. */
export function BulkRunDialog({ title, bulk, progress, onClose }: BulkRunDialogProps) {
  const { busy, error, goOn, onStopped } = bulk;
  const [isStopping, setIsStopping] = useState(false);
  const { id, waiting, failed, untried } = progress;
  if (isStopping)
    return <StopBulkDialog list={progress} onStopped={onStopped} onClose={() => setIsStopping(false)} />;
  const isStopped = waiting === 0 && untried > 0;
  return (
    <Dialog title={title} onClose={onClose}>
      <div className={styles.stack}>
        <BulkProgressNote progress={progress} />
        {error && <Notice tone="error">{error}</Notice>}
        {waiting === 0 && (
          <Notice tone={isStopped ? 'info' : 'success'} takesFocus={isStopped}>
            {endText({ isStopped, failed })}
          </Notice>
        )}
        {waiting > 0 && <p>If you close this, the rest waits. You can go on with it at any time.</p>}
        <div className={styles.actions}>
          {waiting > 0 && (
            <Button isBusy={busy !== ''} onClick={() => void goOn(id)}>
              {busy || 'Go on'}
            </Button>
          )}
          {waiting > 0 && busy === '' && (
            <Button look="danger" onClick={() => setIsStopping(true)}>
              Stop for good…
            </Button>
          )}
          <Button look={waiting > 0 ? 'secondary' : 'primary'} onClick={onClose}>
            Close
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function endText({ isStopped, failed }: { isStopped: boolean; failed: number }): string {
  if (isStopped) return 'The list was stopped.';
  return failed === 0 ? 'The list is finished.' : 'The list has ended. Its report says why accounts failed.';
}
