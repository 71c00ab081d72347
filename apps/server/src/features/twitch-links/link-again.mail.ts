import { pagePaths } from '@waygate/contract/site/pages';
import * as z from 'zod';
import { selectAccount } from '#features/identity/identity.ts';
import { defineMail } from '#features/mail/mail.ts';
import { layOutMail } from '#platform/mail/mail-layout.ts';
import { selectLink } from './links.queries.ts';

/** Sent once to a streamer whose access Twitch has ended: minutes in that chat don't count until they link again. */
export const linkAgainMail = defineMail({
  name: 'link-twitch-again',
  parameters: z.object({}),
  compose: async ({ accountId }, { db, site }) => {
    const account = await selectAccount(db, accountId ?? 0);
    const link = account && (await selectLink(db, { accountId: account.id, keys: undefined }));
    // They may have linked again, or stopped, before the mail was sent.
    if (!account || link?.streamer !== 'needs_new_link') return undefined;
    return layOutMail({
      subject: `Link your channel with ${site.brandName} again`,
      brandName: site.brandName,
      greeting: `Hello ${account.userName},`,
      paragraphs: [
        `Twitch no longer lets us see the chat of your channel ${link.displayName}, so your viewers' minutes don't count.`,
        'This happens after a new password at Twitch, or when you disconnect us there. Minutes that were counted stay. Please link your channel again on your profile; if you no longer want to take part, choose Stop streaming there.',
      ],
      action: { label: 'Open your profile', url: `${site.publicOrigin}${pagePaths.profile}` },
      footer: `You receive this because you earn by streaming at ${site.publicOrigin}.`,
    });
  },
});
