import { faultOf } from '#platform/config/config.ts';
import { SetupFault } from './setup-fault.ts';
import type { Values } from './steps.ts';

/**
 * The public address as the portal reads it: scheme and host, without a trailing slash.
 *
 * @returns undefined when none is set
 * @throws SetupFault for one that a person wrote into the file and that is none
 */
export function publicOriginOf({ PUBLIC_ORIGIN: given }: Values): string | undefined {
  if (given === undefined || given === '') return undefined;
  const fault = faultOf('PUBLIC_ORIGIN', given);
  if (fault !== undefined) throw new SetupFault(`PUBLIC_ORIGIN ${fault}.`);
  return new URL(given).origin;
}
