import { pagePaths } from '@waygate/contract/site/pages';
import * as z from 'zod';
import { defineMail } from '#features/mail/mail.ts';
import { selectAccount } from '#features/identity/identity.ts';
import { layOutMail } from '#platform/mail/mail-layout.ts';

/** Sent to the account when an owner has set its password (OWASP ASVS 5, 6.3.7). */
export const passwordChangedMail = defineMail({
  name: 'password-changed',
  parameters: z.object({}),
  compose: async ({ accountId }, { db, site }) => {
    const account = await selectAccount(db, accountId ?? 0);
    if (!account) return undefined;
    return layOutMail({
      subject: `Your ${site.brandName} password was changed`,
      brandName: site.brandName,
      greeting: `Hello ${account.userName},`,
      paragraphs: [
        'The password of your account was changed by our staff, and you were signed out everywhere.',
        `If you did not ask for this, choose a new password now and write to ${site.contactEmail}.`,
      ],
      action: {
        label: 'Choose a new password',
        url: `${site.publicOrigin}${pagePaths.forgotPassword}`,
      },
      footer: `You receive this because you have an account at ${site.publicOrigin}.`,
    });
  },
});
