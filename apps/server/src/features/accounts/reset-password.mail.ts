import { pagePaths } from '@waygate/contract/site/pages';
import * as z from 'zod';
import { defineMail } from '#features/mail/mail.ts';
import { selectAccountByEmail } from '#features/identity/identity.ts';
import { layOutMail } from '#platform/mail/mail-layout.ts';
import { mintRationedToken } from '#features/account-mails/account-mails.ts';

/** To one account, for all callers together. */
export const RESET_MAILS_AN_HOUR = 3;

/**
 * Sent to the requested address. Whether an account has it is looked up here and not in the request, so that the
 * request takes the same time for every address.
 */
export const resetPasswordMail = defineMail({
  name: 'reset-password',
  parameters: z.object({ isFromStaff: z.optional(z.boolean()) }),
  compose: async ({ id, recipient, parameters: { isFromStaff = false } }, { db, site }) => {
    const account = await selectAccountByEmail(db, recipient);
    if (!account) return undefined;
    const token = await mintRationedToken(db, {
      accountId: account.id,
      purpose: 'reset_password',
      email: account.email,
      mailId: id,
      mailsAnHour: RESET_MAILS_AN_HOUR,
    });
    if (token === undefined) return undefined;
    const content = layOutMail({
      subject: `Reset your ${site.brandName} password`,
      brandName: site.brandName,
      greeting: `Hello ${account.userName},`,
      paragraphs: [
        `${isFromStaff ? 'Our staff sent you this link, with which you can' : 'You can now'} choose a new password. The link works once, for one hour, and signs you out everywhere.`,
      ],
      action: {
        label: 'Choose a new password',
        url: `${site.publicOrigin}${pagePaths.resetPassword({ token })}`,
      },
      footer: `If you did not ask ${isFromStaff ? 'our staff ' : ''}for this, ignore this mail: your password stays as it is, and nobody else has seen this link.`,
    });
    // Sent to the stored address, not the typed one: different letters can become equal in lower case.
    return { ...content, to: account.email };
  },
});
