import { useState } from 'react';
import { ApiError, isCancelled, messageOf } from './api-error.ts';

export type Submission = {
  isBusy: boolean;
  /** Why the last submission failed; '' when it didn't. */
  error: string;
  /** Errors of single fields, by the field's name in the API. */
  fieldErrors: Record<string, string>;
  /** Runs the work unless one is running; a failure sets `error`, unless it was cancelled. */
  submit: (work: () => Promise<void>) => Promise<void>;
  /** Shows an error found before anything was sent. */
  refuse: (message: string, fieldErrors?: Record<string, string>) => void;
};

/** One submission at a time, with its error message. */
export function useSubmit(fallbackMessage: string): Submission {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState('');
  const [fieldErrors, setFieldErrors] = useState<Record<string, string>>({});
  return {
    isBusy,
    error,
    fieldErrors,
    refuse: (message, fields = {}) => {
      setError(message);
      setFieldErrors(fields);
    },
    submit: async (work) => {
      if (isBusy) return;
      setIsBusy(true);
      setError('');
      setFieldErrors({});
      try {
        await work();
      } catch (failure) {
        if (isCancelled(failure)) return;
        setError(messageOf(failure, fallbackMessage));
        setFieldErrors(failure instanceof ApiError ? failure.fields : {});
      } finally {
        setIsBusy(false);
      }
    },
  };
}
