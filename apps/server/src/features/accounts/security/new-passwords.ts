import { isCommonPassword } from '#platform/auth/common-passwords.ts';
import { invalid } from '#platform/errors/app-error.ts';

const REFUSED = 'Choose another password.';
const TOO_COMMON = 'This password is too common and easy to guess.';
const LIKE_THE_ACCOUNT = 'Your username or email is easy to guess as a password.';

/** A password that is being chosen, and the field of the form that it was entered in. */
type NewPassword = { password: string; field: string; account: { userName: string; email: string } };

/**
 * Refuses passwords that somebody else would try first (OWASP ASVS 5, 6.2.4 and 6.2.11). Passwords that were chosen before
 * go on working.
 *
 * @throws validation_failed for one of the most used passwords, and for the account's name, e-mail address or mailbox
 */
export async function requireUncommonPassword({ password, field, account }: NewPassword): Promise<void> {
  if (isNameOf(account, password)) throw invalid(REFUSED, { [field]: LIKE_THE_ACCOUNT });
  if (await isCommonPassword(password)) throw invalid(REFUSED, { [field]: TOO_COMMON });
}

function isNameOf({ userName, email }: NewPassword['account'], password: string): boolean {
  const mailbox = email.slice(0, email.lastIndexOf('@'));
  return [userName, email, mailbox].some((name) => name.toLowerCase() === password.toLowerCase());
}
