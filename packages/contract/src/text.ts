import * as z from 'zod/mini';
import './messages.ts';

// oxlint-disable-next-line no-control-regex -- finding control characters is the point
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f]/;

/** Whether the text is one line of well-formed Unicode, without control characters or lone surrogates. */
export function isPlainLine(text: string): boolean {
  return text.isWellFormed() && !CONTROL_CHARACTERS.test(text);
}

/** One line of text. Lengths are in UTF-16 units. */
export function line({ min = 0, max, message }: { min?: number; max: number; message: string }) {
  return z
    .string(message)
    .check(z.minLength(min, message), z.maxLength(max, message), z.refine(isPlainLine, message));
}

/** One line that is not blank; `missing` is the message for a blank one. */
export function words({
  max,
  message,
  missing = message,
}: {
  max: number;
  message: string;
  missing?: string;
}) {
  return line({ max, message }).check(
    z.minLength(1, missing),
    z.refine((text) => text.trim() !== '', missing),
  );
}

export const REASON_MIN = 3;
export const REASON_MAX = 500;
const REASON_MESSAGE = 'Please give a reason of 3 to 500 characters, on one line.';

/** Why staff did something, for the audit log: one line of 3 to 500 UTF-16 units, trimmed. */
export const reasonText = z
  .string(REASON_MESSAGE)
  .check(
    z.trim(),
    z.minLength(REASON_MIN, REASON_MESSAGE),
    z.maxLength(REASON_MAX, REASON_MESSAGE),
    z.refine(isPlainLine, REASON_MESSAGE),
  );

const ID_MESSAGE = 'An id is a whole number from 1 to 2 147 483 647.';

/** A positive 32-bit id from a path. */
export const idParam = z.pipe(
  z.string(ID_MESSAGE).check(z.regex(/^[1-9]\d{0,9}$/, ID_MESSAGE)),
  z.pipe(
    z.transform((digits: string) => Number(digits)),
    z.int(ID_MESSAGE).check(z.maximum(2_147_483_647, ID_MESSAGE)),
  ),
);

/** A time in the API: ISO 8601 in UTC. */
export const timestamp = z.iso.datetime({ offset: true });

/** `?limit=`, a whole number from 1 to 100. */
export function limitQuery(defaultLimit: number) {
  const message = 'The limit is a whole number from 1 to 100.';
  return z._default(
    z.pipe(
      z.string(message).check(z.regex(/^\d{1,3}$/, message)),
      z.pipe(
        z.transform((digits: string) => Number(digits)),
        z.int(message).check(z.minimum(1, message), z.maximum(100, message)),
      ),
    ),
    defaultLimit,
  );
}

/** An id in a query or a body. */
export const recordId = z
  .int(ID_MESSAGE)
  .check(z.minimum(1, ID_MESSAGE), z.maximum(2_147_483_647, ID_MESSAGE));

/** An address on the internet, of either version. */
export const ipAddress = z.union([z.ipv4(), z.ipv6()], 'Please give an IPv4 or IPv6 address.');

const TIME_MESSAGE = 'Please give a date and a time, such as 2026-12-24 18:00:00.';

/**
 * A time that staff set: 'YYYY-MM-DD HH:MM:SS' in UTC, or ISO 8601.
 *
 * @returns Date, from the year 2000 to 9999
 */
export const timeInput = z.pipe(
  z.string(TIME_MESSAGE).check(
    z.maxLength(40, { error: TIME_MESSAGE, abort: true }),
    z.regex(/^[2-9]\d{3}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)?$/, {
      error: TIME_MESSAGE,
      abort: true,
    }),
    z.refine((text) => isStorable(parseTime(text)), TIME_MESSAGE),
  ),
  z.transform(parseTime),
);

/** With its zone, the last evening of the year 9999 can lie in the next year. */
function isStorable(time: Date): boolean {
  const year = time.getUTCFullYear();
  return year >= 2000 && year <= 9999;
}

function parseTime(text: string): Date {
  const iso = text.replace(' ', 'T');
  return new Date(/(Z|[+-]\d\d:\d\d)$/.test(iso) ? iso : `${iso}Z`);
}

const DAY_MESSAGE = 'Please give a date, such as 2026-12-24.';

/** A day without a time: 'YYYY-MM-DD', from 1900 on. */
export const dayInput = z.iso.date(DAY_MESSAGE).check(z.refine((day) => day >= '1900-01-01', DAY_MESSAGE));

const ARTICLE_MAX = 100_000;

/** Markdown of many lines: not blank, at most 100 000 UTF-16 units. */
export function articleText(message: string) {
  return z.string(message).check(
    z.maxLength(ARTICLE_MAX, { error: 'A text has at most 100 000 characters.', abort: true }),
    z.refine((text) => text.trim() !== '', message),
    z.refine(isPlainText, 'The text has characters that cannot be kept.'),
  );
}

/** Text of many lines that may be blank, at most 100 000 UTF-16 units. */
export function plainText(message: string) {
  return z
    .string(message)
    .check(z.maxLength(ARTICLE_MAX, { error: message, abort: true }), z.refine(isPlainText, message));
}

/** Well-formed Unicode without control characters, line breaks and tabs aside. */
export function isPlainText(text: string): boolean {
  return isPlainLine(text.replace(/[\n\r\t]/g, ''));
}

export const IMAGE_MESSAGE = 'A picture is an uploaded one, or an address that starts with https://.';

/** Address of a picture: on the web, or a path of this site. Nothing that runs. */
export const imageAddress = line({ min: 1, max: 500, message: IMAGE_MESSAGE }).check(
  z.regex(/^(https:\/\/[^\s"'<>\\]+|\/?[a-z0-9][a-z0-9._~-]*(\/[a-z0-9][a-z0-9._~-]*)*)$/i, IMAGE_MESSAGE),
  z.refine(isReadable, IMAGE_MESSAGE),
);

/** `https://[` begins as it should, and is still the address of nothing. */
function isReadable(address: string): boolean {
  return !/^https:/i.test(address) || URL.canParse(address);
}

const EURO_MESSAGE = 'Please give an amount in euro, with at most two decimals.';

/** An amount in euro in a query: `4.99`. */
export const euroQuery = z.pipe(
  z.string(EURO_MESSAGE).check(z.regex(/^\d{1,6}(\.\d{1,2})?$/, EURO_MESSAGE)),
  z.transform((text: string) => Number(text)),
);
