import { useState } from 'react';
import { Dialog } from '#ui/Dialog.tsx';
import { useDelayed } from '#ui/timers/use-timers.ts';
import { ResetRequest } from './ResetRequest.tsx';

const CLOSE_DELAY_MS = 4000;

/** The request for a reset link over the page at hand; closes by itself once the link is on its way. */
export function ResetRequestDialog({ onClose }: { onClose: () => void }) {
  const [isSent, setIsSent] = useState(false);
  useDelayed(isSent, CLOSE_DELAY_MS, onClose);
  return (
    <Dialog title="Reset Password" onClose={onClose}>
      <ResetRequest onSent={() => setIsSent(true)} />
    </Dialog>
  );
}
