import { getFactors } from '@waygate/contract/factors/factors.endpoints';
import type { Factors } from '@waygate/contract/factors/factors.schemas';
import { call } from '#api/call.ts';
import { type Loaded, useLoaded } from '#api/use-loaded.ts';

/** The account's second factors. */
export function useFactors(): Loaded<Factors> {
  return useLoaded(
    (signal): Promise<Factors> => call(getFactors, {}, { signal }),
    'Failed to load your second factors.',
  );
}

/** Recovery codes go with the last factor. */
export function countFactors({ totpSince, passkeys }: Factors): number {
  return (totpSince === null ? 0 : 1) + passkeys.length;
}
