import * as z from 'zod';

const email = z.email();
const httpsUrl = z.url({ protocol: /^https$/ });

/** Settings of what the portal says about itself in public. */
export const disclosureEnvironment = {
  SECURITY_CONTACT: z
    .string()
    .refine(
      (value) => email.safeParse(value).success || (!/\s/.test(value) && httpsUrl.safeParse(value).success),
      'must be an e-mail address or an https address',
    )
    .transform(toContactUri)
    .optional(),
};

/** The address as a URI, as RFC 9116, section 2.5.3 wants it: `mailto:` for an e-mail address. */
export function toContactUri(contact: string): string {
  return contact.startsWith('https:') ? contact : `mailto:${contact}`;
}
