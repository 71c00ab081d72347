import * as z from 'zod';
import { defineMail } from '#features/mail/mail.ts';
import { selectAccount } from '#features/identity/identity.ts';
import { layOutMail } from '#platform/mail/mail-layout.ts';

/** Sent to the previous address after an e-mail change. */
export const emailChangedMail = defineMail({
  name: 'email-changed',
  parameters: z.object({ newEmail: z.string() }),
  compose: async ({ accountId, parameters }, { db, site }) => {
    const account = await selectAccount(db, accountId ?? 0);
    if (!account) return undefined;
    return layOutMail({
      subject: `Your ${site.brandName} email address was changed`,
      brandName: site.brandName,
      greeting: `Hello ${account.userName},`,
      paragraphs: [
        `The email address of your account is now ${maskEmail(parameters.newEmail)}. Mail about your account no longer goes to this address.`,
        `If it was not you who changed it, write to ${site.contactEmail} at once.`,
      ],
      footer: `You receive this because your account at ${site.publicOrigin} used this address until now.`,
    });
  },
});

/** Enough for the owner to recognise it. Masked, because somebody else may read the old mailbox. */
function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}***${email.slice(at)}`;
}
