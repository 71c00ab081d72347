import * as z from 'zod/mini';

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

/** A positive 32-bit id out of a path. */
export const idParam = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,9}$/, 'This is not an id.')),
  z.pipe(
    z.transform((digits: string) => Number(digits)),
    z.int().check(z.maximum(2_147_483_647, 'This is not an id.')),
  ),
);

/** A time on the wire: ISO 8601 in UTC. */
export const timestamp = z.iso.datetime({ offset: true });

/** `?limit=`, a whole number from 1 to 100. */
export function limitQuery(defaultLimit: number) {
  const message = 'The limit is a whole number from 1 to 100.';
  return z._default(
    z.pipe(
      z.string(message).check(z.regex(/^\d{1,3}$/, message)),
      z.pipe(
        z.transform((digits: string) => Number(digits)),
        z.int().check(z.minimum(1, message), z.maximum(100, message)),
      ),
    ),
    defaultLimit,
  );
}
