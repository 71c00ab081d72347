// Account rows, account search, active bans and activity. The lowest feature: all others may import it.
export {
  type RecordListing,
  countRecords,
  selectRecordsAfter,
  selectRecordsPage,
} from './account-records.queries.ts';
export {
  accountsNamedLike,
  findAccountsNamed,
  isOfNamed,
  nameOrEmailLike,
  nameOrEmailLikeAfterFirst,
} from './account-search.queries.ts';
export {
  type AccountRow,
  EMAIL_KEY,
  NO_SUCH_ACCOUNT,
  USER_NAME_KEY,
  insertAccount,
  isStaffAccount,
  lockAccounts,
  selectAccount,
  selectAccountByEmail,
  selectOwnerMailboxes,
  updateEmailConfirmed,
} from './accounts.queries.ts';
export { accounts, bans } from './accounts.tables.ts';
export {
  type AccountActivity,
  asActive,
  countSignIn,
  eraseActivity,
  type LastAddresses,
  lockSignIns,
  selectLastAddresses,
  updateLastActivity,
} from './activity.queries.ts';
export { accountActivity } from './activity.tables.ts';
export { requireNotBanned, requireUnbannedAddress } from './address-bans.ts';
export { mayBeEditedBy, selectHiddenAccounts } from './editable-accounts.queries.ts';
export { erasedMailbox, isErasedMailbox, requireNotErased, withdrawOwnErasure } from './erased-accounts.ts';
export { HIDDEN, hidesContact, hidesNotes, maskedEmail, withoutEmails } from './masking.rules.ts';
export { type ActiveBan, type BanRow, isBanned, isInForce, latestBan } from './bans.queries.ts';
