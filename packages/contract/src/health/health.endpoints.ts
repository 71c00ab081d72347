import { endpoint } from '../endpoint.ts';
import { healthSchema } from './health.schemas.ts';

export const getHealth = endpoint({
  method: 'GET',
  path: '/admin/health',
  access: { section: 'owner' },
  // Each run signs in to the mail server and asks Stripe and Twitch.
  limit: { by: 'account', points: 20, windowSeconds: 300 },
  summary: "What is wrong with this portal, and what fixes it: the doctor's findings, without secrets.",
  response: healthSchema,
});
