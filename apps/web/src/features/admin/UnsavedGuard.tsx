import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from '#ui/admin/ConfirmDialog.tsx';

type UnsavedGuardProps = {
  /** Asked at the moment somebody leaves. */
  isDirty: () => boolean;
  onDiscard?: () => void;
};

/** Asks before a page with something unsaved is left, for another one or for good. */
export function UnsavedGuard({ isDirty, onDiscard }: UnsavedGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isDirty(),
  );
  useEffect(() => {
    const stay = (event: BeforeUnloadEvent) => {
      if (isDirty()) event.preventDefault();
    };
    window.addEventListener('beforeunload', stay);
    return () => window.removeEventListener('beforeunload', stay);
  }, [isDirty]);
  if (blocker.state !== 'blocked') return null;
  return (
    <ConfirmDialog
      title="Unsaved changes"
      confirmLabel="Discard changes"
      onConfirm={() => {
        onDiscard?.();
        blocker.proceed();
      }}
      onClose={() => blocker.reset()}
    >
      <p>You have unsaved changes. Discard them?</p>
    </ConfirmDialog>
  );
}
