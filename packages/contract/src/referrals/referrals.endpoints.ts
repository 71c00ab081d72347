import { endpoint } from '../endpoint.ts';
import { referralHitSchema } from './referrals.schemas.ts';

export const recordReferralHit = endpoint({
  method: 'POST',
  path: '/v1/tracking/referral-hit',
  access: 'visitor',
  summary: 'Record a visit that came from a campaign, once a day for one viewer and landing page.',
  limit: { by: 'address', points: 60, windowSeconds: 3600 },
  body: referralHitSchema,
  response: 'empty',
});
