import * as z from 'zod';

const KEY_BYTES = 32;

/** A key for stored third-party tokens. Rows store the id of the key that encrypted them. */
export type TokenKey = { id: string; key: Buffer };

/** The id of a key that is configured without one. */
const SOLE_KEY_ID = '1';

/** Parses `key` or `id:key,id:key`. @returns undefined for an invalid key or id, or a duplicate id */
export function parseTokenKeys(list: string): TokenKey[] | undefined {
  const keys = list.split(',').map((entry) => parseTokenKey(entry.trim()));
  const read = keys.filter((key) => key !== undefined);
  const ids = new Set(read.map(({ id }) => id));
  return ids.size === keys.length ? read : undefined;
}

/** A variable with a list of keys. */
export const tokenKeyList = z.string().transform((list, context) => {
  const keys = parseTokenKeys(list);
  if (keys !== undefined) return keys;
  context.addIssue(
    'must be 32 bytes in base64, or several as id:key, separated by commas, the one to encrypt with first',
  );
  return z.NEVER;
});

function parseTokenKey(entry: string): TokenKey | undefined {
  const [, id = SOLE_KEY_ID, base64 = ''] =
    /^(?:([A-Za-z0-9_-]{1,20}):)?([A-Za-z0-9+/]{43}=)$/.exec(entry) ?? [];
  const key = Buffer.from(base64, 'base64');
  return key.length === KEY_BYTES ? { id, key } : undefined;
}
