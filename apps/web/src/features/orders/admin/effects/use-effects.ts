import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallInput, CallOutput, Endpoint } from '@waygate/contract/endpoint';
import { messageOf } from '#api/api-error.ts';
import { call } from '#api/call.ts';

/** What previews begin their query keys with. */
export const EFFECTS_KEY = ['effects'];

/** How long what is typed has to stay the same before its preview is loaded. */
export const SETTLED_MS = 300;

type Preview = { effects: unknown; error: string };

/** Why a decision can't be confirmed yet; '' once its numbers are shown. */
export function previewFault({ effects, error }: Preview): string {
  return effects === undefined ? error || 'Wait for the numbers above.' : '';
}

/** A preview while what it was asked for differs from what is wanted by now. */
export function outdated<P extends Preview>(preview: P): P {
  return { ...preview, effects: undefined, error: '' };
}

/**
 * What a decision would do, asked of the server each time a dialog opens. The decision sends it back, and is refused
 * when something has changed.
 *
 * @param input undefined while it can't be asked, such as for an amount that is no number
 */
export function useEffects<E extends Endpoint>(endpoint: E, input: CallInput<E> | undefined) {
  const client = useQueryClient();
  const queryKey = [...EFFECTS_KEY, endpoint.path, input];
  const { data, error } = useQuery<CallOutput<E>>({
    queryKey,
    queryFn: ({ signal }) => call(endpoint, input as CallInput<E>, { signal }),
    enabled: input !== undefined,
    // What is shown must not change while it is read; a refusal fetches it again.
    staleTime: Infinity,
    gcTime: 0,
  });
  return {
    // After a failure, the older numbers no longer count.
    effects: error ? undefined : data,
    error: error ? messageOf(error, "What this does couldn't be found out.") : '',
    onRetry: () => void client.invalidateQueries({ queryKey }),
  };
}
