import * as z from 'zod';
import type { Mode } from './mode.ts';

/** Longer than nginx avoids a server that refused it (10 seconds, and its clock counts whole ones). */
const PUBLIC_DRAIN_SECONDS = 12;

/** How a process stops. */
export const drainEnvironment = {
  DRAIN_SECONDS: z
    .string()
    .refine((value) => /^\d{1,3}$/.test(value) && Number(value) <= 300, 'must be seconds from 0 to 300')
    .transform(Number)
    .optional(),
};

/** Nobody's proxy is in front of a portal in local mode, so it stops at once. */
export function drainSecondsOf(given: number | undefined, mode: Mode): number {
  return given ?? (mode === 'public' ? PUBLIC_DRAIN_SECONDS : 0);
}
