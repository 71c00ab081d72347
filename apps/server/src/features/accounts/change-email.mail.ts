import { API_BASE } from '@waygate/contract/endpoint';
import * as z from 'zod';
import { defineMail } from '#features/mail/mail.ts';
import { selectAccount } from '#features/identity/identity.ts';
import { layOutMail } from '#platform/mail/mail-layout.ts';
import { mintToken } from '#features/account-mails/account-mails.ts';

/** Sent to the new address of a requested e-mail change. */
export const changeEmailMail = defineMail({
  name: 'change-email',
  parameters: z.object({}),
  compose: async ({ id, accountId, recipient }, { db, site }) => {
    const account = await selectAccount(db, accountId ?? 0);
    // A newer request or a password reset has cancelled this change.
    if (!account || account.pendingEmail !== recipient) return undefined;
    const token = await mintToken(db, {
      accountId: account.id,
      purpose: 'change_email',
      email: recipient,
      mailId: id,
    });
    return layOutMail({
      subject: `Confirm your new email address for ${site.brandName}`,
      brandName: site.brandName,
      greeting: `Hello ${account.userName},`,
      paragraphs: [
        'You asked to use this email address for your account. Please confirm it; until then the old one stays. The link works for 24 hours.',
      ],
      action: {
        label: 'Use this email address',
        url: `${site.publicOrigin}${API_BASE}/auth/change-email/${token}`,
      },
      footer: `If you have no account at ${site.publicOrigin}, ignore this mail.`,
    });
  },
});
