// Registration, e-mail addresses, passwords, and the administration of accounts.
export { ACCOUNT_MAILS } from './account-mails.ts';
export { isOwnNetwork } from './admin/banned-address.ts';
export { banInTransaction } from './admin/bans.service.ts';
export { RecoveryRefused, recoverOwner } from './owner-recovery.service.ts';
export { ensureOwner } from './owner.service.ts';
export { deleteUnusedAccounts } from './unused-accounts.queries.ts';
