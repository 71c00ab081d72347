import * as z from 'zod/mini';
import { timestamp } from '../text.ts';

export const healthStateSchema = z.enum(['ok', 'warning', 'problem', 'skipped']);

export const findingSchema = z.object({
  /** The name of the check, in one word. */
  check: z.string(),
  state: healthStateSchema,
  /** A sentence. */
  what: z.string(),
  /** Why it matters. */
  why: z.optional(z.string()),
  /** The command, setting or place that fixes it. */
  fix: z.optional(z.string()),
  /** The name in metrics and logs of what was found, to search for: that of an alert or a job. */
  code: z.optional(z.string()),
});

export const healthSchema = z.object({
  checkedAt: timestamp,
  /** Of the process that looked. */
  version: z.string(),
  findings: z.array(findingSchema),
});

export type HealthState = z.infer<typeof healthStateSchema>;
export type HealthFinding = z.infer<typeof findingSchema>;
export type Health = z.infer<typeof healthSchema>;
