import type { deleteCategory, deleteProduct } from '@waygate/contract/products/products.admin.endpoints';
import type { ReactNode } from 'react';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { ConfirmDialog } from '#ui/admin/dialogs/ConfirmDialog.tsx';
import { Notice } from '#ui/Notice.tsx';
import { CATALOGUE_KEYS } from './use-categories.ts';

type DeleteRecordProps = {
  endpoint: typeof deleteProduct | typeof deleteCategory;
  /** 'product' */
  noun: string;
  /** What is about to be deleted, if anything. */
  asked: { id: number; name: string } | undefined;
  onClose: () => void;
  /** What follows from it. */
  children: ReactNode;
};

/** Asks before something of the catalogue goes; what went wrong is told here, after the question is closed. */
export function DeleteRecord({ endpoint, noun, asked, onClose, children }: DeleteRecordProps) {
  const { isBusy, error, submit, reset } = useAdminMutation(endpoint, {
    success: `${noun[0]?.toUpperCase()}${noun.slice(1)} deleted successfully!`,
    failure: `Failed to delete ${noun}.`,
    invalidates: CATALOGUE_KEYS,
  });
  if (!asked) return error && <Notice tone="error">{error}</Notice>;
  return (
    <ConfirmDialog
      title={`Delete ${asked.name}?`}
      confirmLabel="Delete"
      isBusy={isBusy}
      onConfirm={() => void submit({ params: { id: String(asked.id) } }).then(onClose)}
      onClose={() => {
        reset();
        onClose();
      }}
    >
      {children}
      <p>This action cannot be undone.</p>
    </ConfirmDialog>
  );
}
