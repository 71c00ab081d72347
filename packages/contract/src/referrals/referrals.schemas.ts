import * as z from 'zod/mini';
import { line } from '../text.ts';

const campaignValue = z.optional(
  z.nullable(line({ max: 200, message: 'Campaign values have at most 200 characters.' })),
);

/** One visit that came from a campaign. `viewerId` is anonymous and made by the browser. */
export const referralHitSchema = z.object({
  viewerId: z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/, 'The viewer id is not valid.')),
  landingUrl: line({ min: 1, max: 2048, message: 'The landing address has at most 2048 characters.' }).check(
    z.refine(isHttpUrl, 'The landing address is not valid.'),
  ),
  timestamp: z.iso.datetime({ offset: true, error: 'The time is not valid.' }),
  source: line({ min: 1, max: 200, message: 'The source has 1 to 200 characters.' }),
  medium: campaignValue,
  campaign: campaignValue,
  content: line({ min: 1, max: 200, message: 'The content has 1 to 200 characters.' }),
  term: campaignValue,
});

export type ReferralHit = z.infer<typeof referralHitSchema>;

function isHttpUrl(address: string): boolean {
  // Not by `URL.parse`: browsers check their visits by this too, and some lack it.
  try {
    return /^https?:$/.test(new URL(address).protocol);
  } catch {
    return false;
  }
}
