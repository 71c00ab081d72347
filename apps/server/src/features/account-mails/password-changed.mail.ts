import * as z from 'zod';
import { defineSecurityMail } from './security-mail.ts';

/** Sent to the account when its password has changed (OWASP ASVS 5, 6.3.7). */
export const passwordChangedMail = defineSecurityMail({
  name: 'password-changed',
  /** Without a name, an owner of the portal did it. */
  parameters: z.object({ by: z.optional(z.enum(['staff', 'password', 'reset', 'reset_before_factor'])) }),
  write: ({ by = 'staff' }, { site }) => ({
    link: 'not_me',
    subject: `Your ${site.brandName} password was changed`,
    paragraphs: [HOW[by], `If you did not ask for this, write to ${site.contactEmail} as well.`],
  }),
});

const HOW = {
  staff: 'The password of your account was changed by our staff, and you were signed out everywhere.',
  password: 'The password of your account was changed, and every other device was signed out.',
  reset:
    'The password of your account was changed with a link from a mail, and you were signed out everywhere.',
  reset_before_factor:
    "The password of your account was changed with a link from a mail, and you were signed out everywhere. Your second factor is as it was. Games that use this site's password don't have the new one until you sign in and change the password on your profile.",
};
