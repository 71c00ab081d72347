// Registration, e-mail addresses and passwords of accounts, and what staff do with accounts.
export { ACCOUNT_MAILS } from './account-mails.ts';
export { deleteExpiredTokens } from './account-tokens.service.ts';
export { ensureOwner } from './owner.service.ts';
