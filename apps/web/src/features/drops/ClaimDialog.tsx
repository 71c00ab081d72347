import { TargetForm } from '#features/game-servers/TargetForm.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import type { Claims } from './use-claims.ts';

/** Asks where claimed rewards go, where there is a choice. */
export function ClaimDialog({ choice, choose, cancel }: Pick<Claims, 'choice' | 'choose' | 'cancel'>) {
  if (!choice) return null;
  const { title, serverIds, isBusy, fault } = choice;
  const close = () => {
    if (!isBusy) cancel();
  };
  return (
    <Dialog title={`Claim ${title}`} onClose={close}>
      <TargetForm
        serverIds={serverIds}
        action="Claim"
        isBusy={isBusy}
        fault={fault}
        onChoose={choose}
        onCancel={close}
      />
    </Dialog>
  );
}
