import * as z from 'zod/mini';
import { parseAddress } from './parse-address.ts';

const seconds = (least: number, most: number) => {
  const message = `This is a number of seconds from ${least} to ${most}.`;
  return z.number(message).check(z.minimum(least, message), z.maximum(most, message));
};

const PORTAL_MESSAGE = "This is the portal's address, such as https://portal.example.";
const portal = z.pipe(
  z
    .string(PORTAL_MESSAGE)
    .check(z.refine((text) => /^https?:$/.test(parseAddress(text)?.protocol ?? ''), PORTAL_MESSAGE)),
  z.transform((text: string) => new URL(text).origin),
);

const DATABASE_MESSAGE =
  "This is the game's database: mysql://user:password@127.0.0.1/name, postgres://… or sqlite:/path/to/file.";
const database = z
  .string(DATABASE_MESSAGE)
  .check(z.regex(/^(mysql|mariadb|postgres|postgresql|sqlite):/, DATABASE_MESSAGE));

const SOAP_MESSAGE = 'This is the address of the SOAP interface: http://user:password@127.0.0.1:7878/.';
const BATCH_MESSAGE = 'This is a whole number from 1 to 500.';
const LISTEN_MESSAGE = "This is an address such as 127.0.0.1:9464, or 'off'.";

/** The fields of every configuration. What else it has is for the preset. */
export const commonShape = {
  portal,
  token: z.optional(
    z.string('This is the bridge token.').check(z.minLength(20, 'This is too short for a bridge token.')),
  ),
  /** A file that holds nothing but the token. Read again at each call, so that a new token takes effect. */
  tokenFile: z.optional(z.string('This is the path of a file that holds the token.')),
  game: z.string("This is the name of a preset, such as rathena, or 'sql'."),
  database,
  accountDatabase: z.optional(database),
  soap: z.optional(z.string(SOAP_MESSAGE).check(z.regex(/^https?:\/\//, SOAP_MESSAGE))),
  pollSeconds: z._default(seconds(0.05, 3600), 2),
  charactersSeconds: z._default(seconds(1, 86_400), 60),
  batch: z._default(
    z.int(BATCH_MESSAGE).check(z.minimum(1, BATCH_MESSAGE), z.maximum(500, BATCH_MESSAGE)),
    100,
  ),
  /** For /healthz and /metrics. */
  listen: z._default(
    z.pipe(
      z.string(LISTEN_MESSAGE).check(z.regex(/^(off|\S+:\d{1,5})$/, LISTEN_MESSAGE)),
      z.transform(readListen),
    ),
    { host: '127.0.0.1', port: 9464 },
  ),
};

export type CommonConfig = z.infer<z.ZodMiniObject<typeof commonShape>>;

/** Where to listen; null for nowhere. */
function readListen(text: string): { host: string; port: number } | null {
  if (text === 'off') return null;
  const at = text.lastIndexOf(':');
  return { host: text.slice(0, at).replaceAll(/^\[|\]$/g, ''), port: Number(text.slice(at + 1)) };
}
