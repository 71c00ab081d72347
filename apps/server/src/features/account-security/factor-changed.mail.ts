import { pagePaths } from '@waygate/contract/site/pages';
import * as z from 'zod';
import { selectAccount } from '#features/identity/identity.ts';
import { defineMail } from '#features/mail/mail.ts';
import { layOutMail } from '#platform/mail/mail-layout.ts';

const CHANGES = {
  totp_added: [
    'An authenticator app was added',
    'From now on, signing in to your account asks for a code of an authenticator app. You were signed out everywhere else.',
  ],
  totp_removed: [
    'Your authenticator app was removed',
    'Signing in to your account no longer asks for a code of an authenticator app.',
  ],
  first_passkey_added: [
    'A passkey was added',
    'From now on, signing in to your account asks for a passkey, and a passkey signs in without the password. You were signed out everywhere else.',
  ],
  passkey_added: [
    'A passkey was added',
    'Your account has one more passkey, which signs in without the password or as its second step.',
  ],
  passkey_removed: ['A passkey was removed', 'A passkey of your account no longer signs in to it.'],
  codes_renewed: [
    'New recovery codes were made',
    'Your account has new recovery codes. The old ones stopped working.',
  ],
  removal_planned: [
    'Your second factors will be removed in 48 hours',
    'Our staff were asked to remove all second factors of your account, and do so in 48 hours. If you still have one, sign in with it: that stops the removal.',
  ],
  removal_stopped: [
    'Your second factors stay',
    'The planned removal of the second factors of your account was stopped.',
  ],
  removed: [
    'Your second factors were removed',
    'All second factors of your account were removed. Signing in asks for your password alone. Please set up a new one.',
  ],
} as const;

export type FactorChange = keyof typeof CHANGES;

/** Sent to the account when a second factor changed (OWASP ASVS 5, 6.3.7). */
export const factorChangedMail = defineMail({
  name: 'factor-changed',
  parameters: z.object({ change: z.enum(Object.keys(CHANGES) as FactorChange[]) }),
  compose: async ({ accountId, parameters: { change } }, { db, site }) => {
    const account = await selectAccount(db, accountId ?? 0);
    if (!account) return undefined;
    const [subject, text] = CHANGES[change];
    return layOutMail({
      subject: `${site.brandName}: ${subject}`,
      brandName: site.brandName,
      greeting: `Hello ${account.userName},`,
      paragraphs: [
        text,
        `If this wasn't you, choose a new password now, which ends all sessions, and write to ${site.contactEmail}.`,
      ],
      action: {
        label: 'Choose a new password',
        url: `${site.publicOrigin}${pagePaths.forgotPassword}`,
      },
      footer: `You receive this because you have an account at ${site.publicOrigin}.`,
    });
  },
});
