import type { CallInput, Endpoint } from '@waygate/contract/endpoint';
import { useState } from 'react';
import { type MutationTexts, useAdminMutation } from './admin-queries.ts';

export type Deletion<Row> = {
  /** What somebody is being asked about. */
  row: Row | undefined;
  isBusy: boolean;
  /** What went wrong with the last try, '' when nothing did: said on the page, the window is closed by then. */
  error: string;
  ask: (row: Row) => void;
  cancel: () => void;
  confirm: () => void;
};

/** Deletes a row once somebody has said so in a window. */
export function useDeletion<Row, E extends Endpoint>(
  endpoint: E,
  { inputOf, ...words }: MutationTexts<E> & { inputOf: (row: Row) => CallInput<E> },
): Deletion<Row> {
  const [row, setRow] = useState<Row>();
  const { isBusy, error, submit, reset } = useAdminMutation(endpoint, words);
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
