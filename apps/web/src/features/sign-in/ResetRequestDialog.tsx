import { useState } from 'react';
import { Dialog } from '#ui/Dialog.tsx';
import { useDelayed } from '#ui/timers/use-timers.ts';
import { ResetRequest } from './ResetRequest.tsx';

const CLOSE_DELAY_MS = 4000;

/** Requests a reset link in a dialog, which closes by itself after success. */
export function ResetRequestDialog({ onClose }: { onClose: () => void }) {
  const [isSent, setIsSent] = useState(false);
  useDelayed(isSent, CLOSE_DELAY_MS, onClose);
  return (
    <Dialog title="Reset Password" onClose={onClose}>
      <ResetRequest onSent={() => setIsSent(true)} />
    </Dialog>
  );
}
