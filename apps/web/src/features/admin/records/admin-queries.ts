import {
  MutationCache,
  QueryCache,
  type QueryKey,
  QueryClient,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { CallInput, CallOutput, ConflictOf, Endpoint } from '@waygate/contract/endpoint';
import { useRef } from 'react';
import { ApiError, isCancelled, messageOf } from '#api/api-error.ts';
import { call } from '#api/call.ts';
import { TODAY_KEY } from '#features/admin/use-today.ts';
import { useSudo } from '#features/sudo/sudo.ts';
import { useToast } from '#ui/admin/use-toast.ts';

const FRESH_MS = 5000;

/**
 * The query cache of the admin area. Network failures are retried once, error responses are not.
 *
 * @param onError called for each failed query and mutation
 */
export function createAdminQueryClient(onError?: (error: Error) => void): QueryClient {
  return new QueryClient({
    ...(onError && {
      queryCache: new QueryCache({ onError }),
      mutationCache: new MutationCache({ onError }),
    }),
    defaultOptions: {
      queries: {
        // Fail without a network instead of waiting silently.
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
  /** Shown when the server gave no message. */
  failure: string;
  /** Prefixes of the query keys to refetch. */
  invalidates?: QueryKey[];
  /** Refetch after a failure too: somebody else may have been first, or the change may have been saved. */
  isFailureNews?: boolean;
  /** Prefixes to refetch after a failure alone: what was asked about the change itself. */
  failureInvalidates?: QueryKey[];
  onSuccess?: (answer: CallOutput<E>, input: CallInput<E>) => void;
};

export type AdminMutation<E extends Endpoint> = {
  isBusy: boolean;
  /** Why the last attempt failed; '' when it didn't. */
  error: string;
  /** Errors of single fields, by the field's name in the API. */
  fieldErrors: Record<string, string>;
  /** After an edit conflict: the current record, in the endpoint's format. */
  conflict: ConflictOf<E> | undefined;
  /** No response arrived, or that of a failing server: the last attempt may or may not have been saved. */
  isUnanswered: boolean;
  /** Sends it unless a request is pending. Resolves to whether it succeeded; never rejects. */
  submit: (input: CallInput<E>, options?: { file?: File | undefined }) => Promise<boolean>;
  /** Clears the last failure. */
  reset: () => void;
};

/** A staff write: one at a time, confirmed by a toast, with its lists and the menu's badges refetched. Asks for sudo where it is due. */
export function useAdminMutation<E extends Endpoint>(
  endpoint: E,
  {
    success,
    failure,
    invalidates = [],
    isFailureNews = false,
    failureInvalidates = [],
    onSuccess,
  }: MutationTexts<E>,
): AdminMutation<E> {
  const client = useQueryClient();
  const toast = useToast();
  const withSudo = useSudo();
  // A ref, because a second press may come before the button is rendered busy.
  const isSending = useRef(false);
  const refetch = (keys: QueryKey[]) => {
    for (const queryKey of keys) void client.invalidateQueries({ queryKey });
  };
  const { mutateAsync, isPending, error, reset } = useMutation({
    mutationFn: ({ input, file }: { input: CallInput<E>; file: File | undefined }) =>
      withSudo(() => call(endpoint, input, { file })),
    onError: (refusal) =>
      isFailureNews && !isCancelled(refusal) && refetch([...invalidates, ...failureInvalidates]),
    onSuccess: (answer, { input }) => {
      refetch([...invalidates, TODAY_KEY]);
      if (success !== undefined) toast(typeof success === 'string' ? success : success(answer, input));
      onSuccess?.(answer, input);
    },
  });
  // The endpoint's contract states this type.
  const current = error instanceof ApiError && error.code === 'conflict' ? error.current : undefined;
  return {
    isBusy: isPending,
    error: error && !isCancelled(error) ? messageOf(error, failure) : '',
    fieldErrors: error instanceof ApiError ? error.fields : {},
    conflict: current as ConflictOf<E> | undefined,
    isUnanswered: error instanceof ApiError && (error.code === 'network' || error.status >= 500),
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
