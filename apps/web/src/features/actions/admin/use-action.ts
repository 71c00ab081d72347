import { performAction } from '@waygate/contract/actions/actions.endpoints';
import type { AccountActionInput } from '@waygate/contract/actions/actions.schemas';
import { useEffect, useRef, useState } from 'react';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';

/** The specified wait before an action is performed. */
export const ACTION_WAIT_MS = 1500;

const ACTION_KEYS = [['users'], ['user'], ['deliveries'], ['inventory'], ['audit']];

/** Performs one action after a short wait. Closing the dialog before its end cancels it. */
export function useAction() {
  const [done, setDone] = useState('');
  const [isWaiting, setIsWaiting] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { isBusy, error, fieldErrors, submit, reset } = useAdminMutation(performAction, {
    failure: 'Failed to perform action.',
    invalidates: ACTION_KEYS,
    onSuccess: ({ message }) => setDone(message),
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    /** The success message; '' before. */
    done,
    isBusy: isWaiting || isBusy,
    error,
    fieldErrors,
    reset,
    perform: (request: AccountActionInput) => {
      reset();
      clearTimeout(timer.current);
      setIsWaiting(true);
      timer.current = setTimeout(() => {
        void submit({ body: request }).finally(() => setIsWaiting(false));
      }, ACTION_WAIT_MS);
    },
  };
}
