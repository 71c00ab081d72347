import { useState } from 'react';
import { ApiError, messageOf } from './api-error.ts';

export type Submission = {
  isBusy: boolean;
  /** What went wrong with the last try, '' when nothing did. */
  error: string;
  /** What is wrong with single fields, by the field's name on the wire. */
  fieldErrors: Record<string, string>;
  /** Runs the work unless it is running already; failures end up in `error`. */
  submit: (work: () => Promise<void>) => Promise<void>;
  /** Shows a failure that was found before anything was sent. */
  refuse: (message: string, fieldErrors?: Record<string, string>) => void;
};

/** One submission at a time, with its failure in words. */
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
        setError(messageOf(failure, fallbackMessage));
        setFieldErrors(failure instanceof ApiError ? failure.fields : {});
      } finally {
        setIsBusy(false);
      }
    },
  };
}
