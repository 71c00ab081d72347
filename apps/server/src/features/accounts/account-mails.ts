import { changeEmailMail } from './change-email.mail.ts';
import { confirmEmailMail } from './confirm-email.mail.ts';
import { emailChangedMail } from './email-changed.mail.ts';
import { passwordChangedMail } from './password-changed.mail.ts';
import { resetPasswordMail } from './reset-password.mail.ts';

/** All kinds of mail for accounts. */
export const ACCOUNT_MAILS = [
  confirmEmailMail,
  resetPasswordMail,
  changeEmailMail,
  emailChangedMail,
  passwordChangedMail,
];
