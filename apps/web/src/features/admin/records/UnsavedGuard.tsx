import { useState } from 'react';
import { ConfirmDialog } from '#ui/admin/dialogs/ConfirmDialog.tsx';
import { type Leaving, useUnsaved } from '#ui/admin/dialogs/unsaved.ts';

type UnsavedGuardProps = {
  /** Asked at the moment somebody leaves. */
  isDirty: () => boolean;
  onDiscard?: () => void;
};

/** Asks before a page with something unsaved is left, for another one or for good. */
export function UnsavedGuard({ isDirty, onDiscard }: UnsavedGuardProps) {
  const [leaving, setLeaving] = useState<Leaving>();
  useUnsaved({ isUnsaved: isDirty, onLeaving: setLeaving });
  if (!leaving) return null;
  return (
    <ConfirmDialog
      title="Unsaved changes"
      confirmLabel="Discard changes"
      onConfirm={() => {
        setLeaving(undefined);
        onDiscard?.();
        leaving.leave();
      }}
      onClose={() => {
        setLeaving(undefined);
        leaving.stay();
      }}
    >
      <p>You have unsaved changes. Discard them?</p>
    </ConfirmDialog>
  );
}
