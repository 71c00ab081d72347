import * as z from 'zod/mini';
import { totals } from '../lists.ts';
import { reasonText, recordId, timeInput, timestamp } from '../text.ts';

export const accountBenefitSchema = z.object({
  accountDBID: z.int(),
  userName: z.string(),
  /** The game's id of the benefit. */
  benefitId: z.int(),
  availableUntil: timestamp,
  revision: z.int(),
});

/** Why, for the audit log. */
const reason = z.optional(reasonText);

export const benefitListSchema = z.object({ benefits: z.array(accountBenefitSchema), ...totals });

export const newBenefitSchema = z.object({
  accountDBID: recordId,
  benefitId: recordId,
  availableUntil: timeInput,
  reason,
});

export const benefitUpdateSchema = z.object({
  benefitId: recordId,
  date: timeInput,
  reason,
  revision: z.optional(z.int()),
});

export const benefitRemovalSchema = z.object({ benefitId: recordId, reason });

export type AccountBenefit = z.infer<typeof accountBenefitSchema>;
