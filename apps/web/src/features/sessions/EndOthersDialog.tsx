import { endOtherSessions } from '@waygate/contract/sessions/sessions.endpoints';
import { call } from '#api/call.ts';
import { useSubmit } from '#api/use-submit.ts';
import { ConfirmDialog } from '#ui/admin/dialogs/ConfirmDialog.tsx';
import { useToast } from '#ui/admin/use-toast.ts';

type EndOthersDialogProps = { onEnded: () => void; onClose: () => void };

/** Confirms signing out every other device. */
export function EndOthersDialog({ onEnded, onClose }: EndOthersDialogProps) {
  const { isBusy, error, submit } = useSubmit("Your other devices couldn't be signed out. Try again.");
  const toast = useToast();
  function end() {
    void submit(async () => {
      await call(endOtherSessions, {});
      onClose();
      toast('Signed out everywhere else.');
      onEnded();
    });
  }
  return (
    <ConfirmDialog
      title="Sign out everywhere else"
      confirmLabel="Sign out everywhere else"
      isBusy={isBusy}
      error={error}
      onConfirm={end}
      onClose={onClose}
    >
      <p>Every other browser has to sign in again. What somebody has typed there may be lost.</p>
      <p>You stay signed in here.</p>
    </ConfirmDialog>
  );
}
