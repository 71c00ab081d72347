import { useState } from 'react';
import { ConfirmDialog } from '#ui/admin/dialogs/ConfirmDialog.tsx';
import { type Leaving, useUnsaved } from '#ui/admin/dialogs/unsaved.ts';

type UnsavedGuardProps = {
  /** Called when somebody leaves. */
  isDirty: () => boolean;
  onDiscard?: () => void;
};

/** Confirms leaving a page with unsaved changes. */
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
      onClose={() => setLeaving(undefined)}
    >
      <p>You have unsaved changes. Discard them?</p>
    </ConfirmDialog>
  );
}
