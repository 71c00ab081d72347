export { ACCOUNT_MAILS } from './account-mails.ts';
export { deleteExpiredTokens } from './account-tokens.service.ts';
export { ensureOwner } from './owner.service.ts';
