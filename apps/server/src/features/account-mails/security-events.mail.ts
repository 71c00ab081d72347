import * as z from 'zod';
import { defineSecurityMail } from './security-mail.ts';

/** A sign-in from a browser and network that the account didn't know. */
export const newDeviceMail = defineSecurityMail({
  name: 'new-device',
  parameters: z.object({
    at: z.iso.datetime(),
    browser: z.nullable(z.string()),
    network: z.nullable(z.string()),
  }),
  write: ({ at, browser, network }, { site }) => ({
    link: 'not_me',
    subject: `New sign-in to your ${site.brandName} account`,
    paragraphs: ['Somebody signed in to your account from a device that we have not seen before.'],
    details: [
      { label: 'When', value: inWords(at) },
      { label: 'Browser', value: browser ?? 'Unknown' },
      { label: 'Network', value: network ?? 'Unknown' },
    ],
  }),
});

const GUESSES = {
  password: [
    'Somebody entered a wrong password for your account again and again. For up to 15 minutes we accept no more attempts from there. Devices that you have signed in with still work.',
    'Your password was not guessed. We send this mail at most once a day.',
  ],
  code: [
    'Somebody who entered the right password for your account entered wrong codes of its second factor again and again. We accept no more of them for now. A passkey still signs you in, and so does a recovery code on a device or network that you have used before.',
    'Your second factor was not guessed, but your password is known. We send this mail at most once a day.',
  ],
  sudo: [
    'Somebody who is signed in to your account entered a wrong password or a wrong code again and again, to do what asks for it. We accept no more attempts for now.',
    'They were not guessed. We send this mail at most once a day.',
  ],
};

/** Too many wrong passwords or codes. */
export const accountLockedMail = defineSecurityMail({
  name: 'account-locked',
  parameters: z.object({
    network: z.nullable(z.string()),
    guessed: z.optional(z.enum(['password', 'code', 'sudo'])),
  }),
  write: ({ network, guessed = 'password' }, { site }) => ({
    link: 'not_me',
    subject: `Blocked sign-in attempts at ${site.brandName}`,
    paragraphs: GUESSES[guessed],
    details: [{ label: 'Network', value: network ?? 'Unknown' }],
  }),
});

/** Staff gave the account rights in the admin panel. */
export const rightsGrantedMail = defineSecurityMail({
  name: 'rights-granted',
  parameters: z.object({ rights: z.array(z.string()) }),
  write: ({ rights }, { site }) => ({
    link: 'not_me',
    subject: `Your ${site.brandName} account was given rights`,
    paragraphs: ['Our staff gave your account rights in the admin panel.'],
    details: [{ label: 'Rights', value: rights.join(', ') }],
  }),
});

const FACTORS = {
  totp: 'An authenticator app',
  passkey: 'A passkey',
  recovery_codes: 'A set of recovery codes',
  all: 'Every second factor',
};

/** A second factor was added or removed. `name` is what its owner calls a passkey. */
export const factorChangedMail = defineSecurityMail({
  name: 'factor-changed',
  parameters: z.object({
    change: z.enum(['added', 'removed']),
    factor: z.enum(['totp', 'passkey', 'recovery_codes', 'all']),
    name: z.optional(z.string()),
    /** With the first factor. */
    hasEndedSessions: z.optional(z.boolean()),
  }),
  write: ({ change, factor, name, hasEndedSessions }, { site }) => ({
    link: 'not_me',
    subject: `The sign-in of your ${site.brandName} account was changed`,
    paragraphs: [
      `${FACTORS[factor]} was ${change === 'added' ? 'added to' : 'removed from'} your account.`,
      ...(hasEndedSessions ? ['You were signed out everywhere else.'] : []),
    ],
    ...(name !== undefined && { details: [{ label: 'Name', value: name }] }),
  }),
});

/** Staff will remove all second factors. */
export const factorRemovalMail = defineSecurityMail({
  name: 'factor-removal',
  parameters: z.object({ dueAt: z.iso.datetime() }),
  write: ({ dueAt }, { site }) => ({
    link: 'not_me',
    subject: `Your ${site.brandName} second factors will be removed`,
    paragraphs: [
      'Our staff received a report that you lost your second factors. They will be removed, and your password alone will sign you in.',
      'Signing in with a code or a passkey before then stops it.',
    ],
    details: [{ label: 'When', value: inWords(dueAt) }],
  }),
});

function inWords(at: string): string {
  const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return `${time.format(new Date(at))} UTC`;
}
