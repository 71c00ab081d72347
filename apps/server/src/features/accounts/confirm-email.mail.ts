import { API_BASE } from '@waygate/contract/endpoint';
import * as z from 'zod';
import { defineMail } from '#features/mail/mail.ts';
import { selectAccount } from '#features/identity/identity.ts';
import { layOutMail } from '#platform/mail/mail-layout.ts';
import { mintToken } from '#features/account-mails/account-mails.ts';

/** Sent to the address of a new account. */
export const confirmEmailMail = defineMail({
  name: 'confirm-email',
  parameters: z.object({}),
  compose: async ({ id, accountId, recipient }, { db, site }) => {
    const account = await selectAccount(db, accountId ?? 0);
    if (!account || account.email !== recipient || account.emailConfirmedAt) return undefined;
    const token = await mintToken(db, {
      accountId: account.id,
      purpose: 'confirm_email',
      email: recipient,
      mailId: id,
    });
    return layOutMail({
      subject: `Confirm your email address for ${site.brandName}`,
      brandName: site.brandName,
      greeting: `Welcome to ${site.brandName}, ${account.userName}!`,
      paragraphs: [
        'Please confirm that this is your email address. The link works for 24 hours.',
        'An account that is neither confirmed nor used is removed after 7 days.',
      ],
      action: {
        label: 'Confirm email address',
        url: `${site.publicOrigin}${API_BASE}/auth/confirm-email/${token}`,
      },
      footer: `Somebody created an account at ${site.publicOrigin} with this address. If it was not you, ignore this mail.`,
    });
  },
});
