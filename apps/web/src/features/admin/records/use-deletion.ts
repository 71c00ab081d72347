import type { CallInput, Endpoint } from '@waygate/contract/endpoint';
import { useState } from 'react';
import { type MutationTexts, useAdminMutation } from './admin-queries.ts';

export type Deletion<Row> = {
  /** The row to confirm. */
  row: Row | undefined;
  isBusy: boolean;
  /** Why the last attempt failed; '' when it didn't. Shown on the page, after the dialog closed. */
  error: string;
  ask: (row: Row) => void;
  cancel: () => void;
  confirm: () => void;
};

/** Deletes a row after confirmation in a dialog. */
export function useDeletion<Row, E extends Endpoint>(
  endpoint: E,
  { inputOf, ...texts }: MutationTexts<E> & { inputOf: (row: Row) => CallInput<E> },
): Deletion<Row> {
  const [row, setRow] = useState<Row>();
  const { isBusy, error, submit, reset } = useAdminMutation(endpoint, texts);
  async function remove(asked: Row) {
    await submit(inputOf(asked));
    setRow(undefined);
  }
  return {
    row,
    isBusy,
    error,
    ask: (asked) => {
      reset();
      setRow(asked);
    },
    cancel: () => setRow(undefined),
    confirm: () => {
      if (row !== undefined) void remove(row);
    },
  };
}
