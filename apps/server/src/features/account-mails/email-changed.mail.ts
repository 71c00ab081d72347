import * as z from 'zod';
import { defineSecurityMail } from './security-mail.ts';

/**
 * Sent to the previous address after an e-mail change. With a link back only if the owner's change replaced a confirmed
 * address: the reader of another one could take the account.
 */
export const emailChangedMail = defineSecurityMail({
  name: 'email-changed',
  parameters: z.object({ newEmail: z.string(), canBeUndone: z.optional(z.boolean()) }),
  write: ({ newEmail, canBeUndone = false }, { site }) => ({
    subject: `Your ${site.brandName} email address was changed`,
    paragraphs: [
      `The email address of your account is now ${maskEmail(newEmail)}. Mail about your account no longer goes to this address.`,
      canBeUndone
        ? `The link below also brings this address back. After that, write to ${site.contactEmail}.`
        : `If it was not you who changed it, write to ${site.contactEmail} at once.`,
    ],
    link: canBeUndone ? 'undo_email' : 'none',
  }),
});

/** Enough for the owner to recognise it. Masked, because somebody else may read the old mailbox. */
function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}***${email.slice(at)}`;
}
