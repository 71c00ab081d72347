import type { ReactNode } from 'react';
import { useSubmit } from '#api/use-submit.ts';
import { useSudo } from '#features/sudo/sudo.ts';
import { ConfirmDialog } from '#ui/admin/dialogs/ConfirmDialog.tsx';

type ConfirmSensitiveProps<T> = {
  title: string;
  confirmLabel: string;
  look?: 'danger' | 'primary';
  failure: string;
  call: () => Promise<T>;
  onDone: (answer: T) => void;
  onClose: () => void;
  /** The consequences. */
  children: ReactNode;
};

/** Confirms a change of the factors, which may ask who is signed in. */
export function ConfirmSensitive<T>({
  title,
  confirmLabel,
  look = 'danger',
  failure,
  call,
  onDone,
  onClose,
  children,
}: ConfirmSensitiveProps<T>) {
  const { isBusy, error, submit } = useSubmit(failure);
  const withSudo = useSudo();
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={confirmLabel}
      look={look}
      isBusy={isBusy}
      error={error}
      onConfirm={() => void submit(async () => onDone(await withSudo(call)))}
      onClose={onClose}
    >
      {children}
    </ConfirmDialog>
  );
}
