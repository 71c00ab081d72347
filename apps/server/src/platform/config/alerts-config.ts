import * as z from 'zod';
import { mayBePublicHost } from '#platform/webhook/public-address.ts';

const httpsUrl = z.url({ protocol: /^https$/ });

/** Where alerts go besides mail. What the name leads to is checked again for each connection. */
export const alertsEnvironment = {
  ALERT_WEBHOOK_URL: z
    .string()
    .refine(
      isPublicHttps,
      'must be an https address with a public host, without user name and password, such as a webhook of Discord',
    )
    .optional(),
};

function isPublicHttps(value: string): boolean {
  if (!httpsUrl.safeParse(value).success) return false;
  const { hostname, username, password } = new URL(value);
  return username === '' && password === '' && mayBePublicHost(hostname);
}
