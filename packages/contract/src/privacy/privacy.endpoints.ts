import { endpoint } from '../endpoint.ts';
import { erasureRequestSchema, privacyStateSchema } from './privacy.schemas.ts';

export const getPrivacy = endpoint({
  method: 'GET',
  path: '/user/privacy',
  access: 'player',
  summary: 'Whether the account is about to be deleted, and when.',
  response: privacyStateSchema,
});

export const exportOwnData = endpoint({
  method: 'POST',
  path: '/user/privacy/export',
  access: 'player',
  sudo: true,
  summary:
    'Everything stored about the player, as a ZIP file of JSON and CSV. One export at a time for each account and network.',
  limit: { by: 'account', points: 5, windowSeconds: 3600 },
  response: 'zip',
});

export const requestErasure = endpoint({
  method: 'POST',
  path: '/user/privacy/erasure',
  access: 'player',
  summary:
    'Delete the account in 14 days. Until then it stays usable and the request can be undone. 409 for accounts with rights: an owner withdraws these first. 403 sudo_required for an account with a second factor without a recent proof: the body has the password.',
  limit: { by: 'account', points: 10, windowSeconds: 3600 },
  body: erasureRequestSchema,
  response: privacyStateSchema,
});

export const undoErasure = endpoint({
  method: 'DELETE',
  path: '/user/privacy/erasure',
  access: 'player',
  summary: 'Keep the account. Also succeeds when nothing was requested.',
  response: privacyStateSchema,
});
