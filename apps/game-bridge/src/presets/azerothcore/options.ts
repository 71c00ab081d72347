import * as z from 'zod/mini';
import { parseAddress } from '#config/parse-address.ts';
import { kindsSchema } from '#presets/shared/kinds.ts';
import { MAIL_TEXT } from './send-items.rules.ts';
import type { SoapSettings } from './soap-client.ts';

const QUOTES = "It may have no quotes, backslashes, '|' or line breaks: it is part of a command of the game.";

export const azerothcoreOptionsSchema = z.strictObject({
  /** The game's own table of items, for the sizes of stacks and to refuse unknown items before a mail is sent. */
  worldDatabase: z.optional(z.string()),
  /** Of new accounts: 0 classic, 1 The Burning Crusade, 2 Wrath of the Lich King. */
  expansion: z._default(z.int().check(z.minimum(0), z.maximum(2)), 2),
  mailSubject: z._default(
    z.string().check(z.minLength(1), z.maxLength(40), z.regex(MAIL_TEXT, QUOTES)),
    'Your items',
  ),
  mailText: z._default(
    z.string().check(z.minLength(1), z.maxLength(500), z.regex(MAIL_TEXT, QUOTES)),
    'Thank you! Please take your items before this letter expires.',
  ),
  /** How long the game may take to commit a mail after it answered. */
  mailWaitSeconds: z._default(z.number().check(z.minimum(0.1), z.maximum(120)), 10),
  soapTimeoutSeconds: z._default(z.number().check(z.minimum(0.1), z.maximum(120)), 20),
  /** How many players fit; shown with the players online. */
  capacity: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(1_000_000))), null),
  kinds: kindsSchema,
});

const SOAP_MESSAGE =
  'This is the worldserver with an account of the game: http://user:password@127.0.0.1:7878/';

export function findSoapFaults({ soap }: { soap: string | undefined }): { path: string; message: string }[] {
  return parseSoap(soap) ? [] : [{ path: 'soap', message: SOAP_MESSAGE }];
}

/** @throws Error that says how the address is written */
export function readSoapAddress(address: string | undefined, timeoutSeconds: number): SoapSettings {
  const url = parseSoap(address);
  if (!url) throw new Error(SOAP_MESSAGE);
  return {
    host: url.hostname.replaceAll(/^\[|\]$/g, ''),
    port: Number(url.port || 80),
    user: decode(url.username),
    password: decode(url.password),
    timeoutMs: timeoutSeconds * 1000,
  };
}

function parseSoap(address: string | undefined): URL | undefined {
  const url = address === undefined ? undefined : parseAddress(address);
  return url?.protocol === 'http:' && url.username !== '' && url.password !== '' ? url : undefined;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign of the password itself.
    return text;
  }
}
