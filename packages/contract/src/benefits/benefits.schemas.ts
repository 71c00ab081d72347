import * as z from 'zod/mini';
import { totals } from '../lists.ts';
import { recordId, timeInput, timestamp } from '../text.ts';

export const accountBenefitSchema = z.object({
  accountDBID: z.int(),
  userName: z.string(),
  /** The game's id of the benefit. */
  benefitId: z.int(),
  availableUntil: timestamp,
  revision: z.int(),
});

export const benefitListSchema = z.object({ benefits: z.array(accountBenefitSchema), ...totals });

export const newBenefitSchema = z.object({
  accountDBID: recordId,
  benefitId: recordId,
  availableUntil: timeInput,
});

export const benefitUpdateSchema = z.object({
  benefitId: recordId,
  date: timeInput,
  revision: z.optional(z.int()),
});

export const benefitRemovalSchema = z.object({ benefitId: recordId });

export type AccountBenefit = z.infer<typeof accountBenefitSchema>;
