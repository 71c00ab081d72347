import { pagePaths } from '@waygate/contract/site/pages';
import { ERASURE_DAYS } from '@waygate/contract/privacy/privacy.schemas';
import * as z from 'zod';
import { selectAccount } from '#features/identity/identity.ts';
import { defineMail } from '#features/mail/mail.ts';
import { layOutMail } from '#platform/mail/mail-layout.ts';
import { selectErasure } from './erasures.queries.ts';

/** Sent when somebody requests that the account is deleted. */
export const erasureRequestedMail = defineMail({
  name: 'erasure-requested',
  parameters: z.object({}),
  compose: async ({ accountId }, { db, site }) => {
    const account = await selectAccount(db, accountId ?? 0);
    const request = account && (await selectErasure(db, account.id));
    if (!request) return undefined;
    const day = inWords(request.dueAt);
    return layOutMail({
      subject: `Your ${site.brandName} account will be deleted on ${day}`,
      brandName: site.brandName,
      greeting: `Hello ${account.userName},`,
      paragraphs: [
        `${request.staffId === null ? 'You asked us' : 'Our staff were asked'} to delete your account. On ${day}, ${ERASURE_DAYS} days after the request, we delete everything stored about you and lock your accounts in the games. Coins and items are lost. This can't be undone afterwards.`,
        'Until then you can use your account as usual. To keep it, sign in, open the Privacy tab of your profile and choose "Keep my account".',
        `If you did not ask for this, keep your account, choose a new password and write to ${site.contactEmail}.`,
      ],
      action: { label: 'Open your profile', url: `${site.publicOrigin}${pagePaths.profile}?tab=privacy` },
      footer: `You receive this because you have an account at ${site.publicOrigin}.`,
    });
  },
});

/** Sent when the account stays after all. */
export const erasureUndoneMail = defineMail({
  name: 'erasure-undone',
  parameters: z.object({}),
  compose: async ({ accountId }, { db, site }) => {
    const account = await selectAccount(db, accountId ?? 0);
    // Requested again meanwhile: only the newer mail is true.
    if (!account || (await selectErasure(db, account.id))) return undefined;
    return layOutMail({
      subject: `Your ${site.brandName} account stays`,
      brandName: site.brandName,
      greeting: `Hello ${account.userName},`,
      paragraphs: [
        'Your account will not be deleted. Nothing has changed.',
        `If it was not you who decided so, choose a new password and write to ${site.contactEmail}.`,
      ],
      footer: `You receive this because you have an account at ${site.publicOrigin}.`,
    });
  },
});

export const PRIVACY_MAILS = [erasureRequestedMail, erasureUndoneMail];

function inWords(day: Date): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(day);
}
