import { SECURITY_MAILS } from '#features/account-mails/account-mails.ts';
import { changeEmailMail } from './change-email.mail.ts';
import { confirmEmailMail } from './confirm-email.mail.ts';
import { resetPasswordMail } from './reset-password.mail.ts';

/** All kinds of mail for accounts. */
export const ACCOUNT_MAILS = [confirmEmailMail, resetPasswordMail, changeEmailMail, ...SECURITY_MAILS];
