import { type QueryKey, QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput, CallOutput, ConflictOf, Endpoint } from '@waygate/contract/endpoint';
import { useRef } from 'react';
import { ApiError, messageOf } from '#api/api-error.ts';
import { call } from '#api/call.ts';
import { useToast } from '#ui/admin/use-toast.ts';

const FRESH_MS = 5000;

/** What the admin area has fetched. A refusal is final; what failed on the way is tried once more. */
export function createAdminQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Without a network, say so instead of waiting in silence.
        networkMode: 'always',
        staleTime: FRESH_MS,
        retry: (failures, error) => failures < 1 && !isRefusal(error),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}

export type MutationTexts<E extends Endpoint> = {
  /** The toast after success. */
  success?: string | ((answer: CallOutput<E>, input: CallInput<E>) => string);
  /** What to say when the server gave no sentence. */
  failure: string;
  /** Beginnings of the keys of what is to be fetched anew. */
  invalidates?: QueryKey[];
  /** After a failure too, since somebody else was first, or it was done all the same. */
  isFailureNews?: boolean;
  onSuccess?: (answer: CallOutput<E>, input: CallInput<E>) => void;
};

export type AdminMutation<E extends Endpoint> = {
  isBusy: boolean;
  /** What went wrong with the last try, '' when nothing did. */
  error: string;
  /** What is wrong with single fields, by the field's name on the wire. */
  fieldErrors: Record<string, string>;
  /** After a conflict of two editors: the record as it is now, as its endpoint presents it. */
  conflict: ConflictOf<E> | undefined;
  /** Sends it, unless something is on its way. Resolves to whether it succeeded; never rejects. */
  submit: (input: CallInput<E>, options?: { file?: File | undefined }) => Promise<boolean>;
  /** Forgets the last failure. */
  reset: () => void;
};

/** A change by staff: one at a time, told by a toast, its lists fetched anew. */
export function useAdminMutation<E extends Endpoint>(
  endpoint: E,
  { success, failure, invalidates = [], isFailureNews = false, onSuccess }: MutationTexts<E>,
): AdminMutation<E> {
  const client = useQueryClient();
  const toast = useToast();
  // The state of the button comes a moment after the first press; the second must find this.
  const isSending = useRef(false);
  const refetch = () => {
    for (const queryKey of invalidates) void client.invalidateQueries({ queryKey });
  };
  const { mutateAsync, isPending, error, reset } = useMutation({
    mutationFn: ({ input, file }: { input: CallInput<E>; file: File | undefined }) =>
      call(endpoint, input, { file }),
    onError: () => isFailureNews && refetch(),
    onSuccess: (answer, { input }) => {
      refetch();
      if (success !== undefined) toast(typeof success === 'string' ? success : success(answer, input));
      onSuccess?.(answer, input);
    },
  });
  // The server presents it as the endpoint states.
  const current = error instanceof ApiError && error.code === 'conflict' ? error.current : undefined;
  return {
    isBusy: isPending,
    error: error ? messageOf(error, failure) : '',
    fieldErrors: error instanceof ApiError ? error.fields : {},
    conflict: current as ConflictOf<E> | undefined,
    submit: async (input, { file } = {}) => {
      if (isSending.current) return false;
      isSending.current = true;
      try {
        await mutateAsync({ input, file });
        return true;
      } catch {
        // Kept by the mutation, as `error`.
        return false;
      } finally {
        isSending.current = false;
      }
    },
    reset,
  };
}
