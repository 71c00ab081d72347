import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallInput, CallOutput, Endpoint } from '@waygate/contract/endpoint';
import { useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { call } from '#api/call.ts';

/** What previews begin their query keys with. */
export const EFFECTS_KEY = ['effects'];

/** How long what is typed has to stay the same before its preview is loaded. */
export const SETTLED_MS = 300;

type Preview<Effects> = { effects: Effects | undefined; error: string };

/** The effects that a decision sends back, once they are shown. */
export function useExpected<Effects>({ effects, error }: Preview<Effects>) {
  const [isEarly, setIsEarly] = useState(false);
  return {
    /** Why the last `take` got nothing; '' once the effects are shown. */
    fault: isEarly && effects === undefined ? error || 'Wait for the numbers above.' : '',
    take: () => {
      setIsEarly(effects === undefined);
      return effects;
    },
  };
}

/**
 * What a decision would do, asked of the server each time a dialog opens. The decision sends it back, and is refused
 * when something has changed.
 *
 * @param input undefined while it can't be asked, such as for an amount that is no number or is still being typed
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
