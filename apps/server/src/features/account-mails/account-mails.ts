// Tokens of links in mails that act on an account, and mails about its security.
import { emailChangedMail } from './email-changed.mail.ts';
import { passwordChangedMail } from './password-changed.mail.ts';
import {
  accountLockedMail,
  factorChangedMail,
  factorRemovalMail,
  newDeviceMail,
  rightsGrantedMail,
} from './security-events.mail.ts';

export {
  canEmailBeUndone,
  deleteExpiredTokens,
  findAccountOfSpentToken,
  mintRationedToken,
  mintToken,
  requireMailRation,
  spendNoticeToken,
  useToken,
  voidResetTokens,
  voidUndoTokens,
} from './account-tokens.service.ts';
export { accountTokens } from './account-tokens.tables.ts';
export { queueSecurityMail } from './security-mail.ts';
export {
  accountLockedMail,
  emailChangedMail,
  factorChangedMail,
  factorRemovalMail,
  newDeviceMail,
  passwordChangedMail,
  rightsGrantedMail,
};

/** All kinds of security mail. */
export const SECURITY_MAILS = [
  accountLockedMail,
  emailChangedMail,
  factorChangedMail,
  factorRemovalMail,
  newDeviceMail,
  passwordChangedMail,
  rightsGrantedMail,
];
