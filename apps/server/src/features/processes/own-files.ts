import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '#platform/config/config.ts';
import { parseTokenKeys, type TokenKey } from '#platform/config/token-keys.ts';
import { readIfThere } from '#platform/files/kept-files.ts';

/** What each machine has of its own even if the portal's files are in S3, and where it comes from. */
export const OWN_PARTS = {
  branding: 'brand/ in DATA_DIR',
  'legal texts': 'content/legal/ in DATA_DIR',
  keys: 'FACTOR_KEY, TWITCH_TOKEN_KEY and GAME_ACCOUNT_KEY, or the key files in DATA_DIR',
} as const;

export type OwnPart = keyof typeof OWN_PARTS;

type Settings = Pick<Config, 'dataDir' | 'credentialKeys' | 'factorKeys' | 'twitch'>;

const HASH_DIGITS = 10;
/** A UUID of version 8, whose other bits are free: a hash of each part. No key follows from 40 bits of its hash. */
const OWN_FILES_ID = /^([\da-f]{8})-([\da-f]{4})-8([\da-f]{3})-8([\da-f]{3})-([\da-f]{12})$/;

/** An id of what this machine has of its own, as it is now: machines with the same one serve the same. */
export async function describeOwnFiles(config: Settings): Promise<string> {
  const { dataDir } = config;
  const hashes = await Promise.all([
    hashOfFolder(path.join(dataDir, 'brand')),
    hashOfFolder(path.join(dataDir, 'content/legal')),
    hashOfKeys(config),
  ]);
  const digits = hashes.map((hash) => hash.slice(0, HASH_DIGITS)).join('');
  const [start, middle, end] = [digits.slice(0, 12), digits.slice(12, 15), digits.slice(15, 18)];
  return `${start.slice(0, 8)}-${start.slice(8)}-8${middle}-8${end}-${digits.slice(18)}`;
}

/** @returns the parts that aren't the same in all of these ids; undefined if one of them is of something else */
export function findDifferentParts(ids: string[]): OwnPart[] | undefined {
  const hashes = ids.map((id) => OWN_FILES_ID.exec(id)?.slice(1).join(''));
  if (hashes.includes(undefined)) return undefined;
  const parts = Object.keys(OWN_PARTS) as OwnPart[];
  return parts.filter((_, index) => {
    const start = index * HASH_DIGITS;
    return new Set(hashes.map((hash) => hash?.slice(start, start + HASH_DIGITS))).size > 1;
  });
}

/** Of names and contents; of a folder that isn't there, that of an empty one. */
async function hashOfFolder(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const hash = createHash('sha256');
  for (const file of files.toSorted()) {
    const content = await readFile(file).catch(() => '');
    hash.update(`${path.relative(folder, file)}\0${createHash('sha256').update(content).digest('hex')}\n`);
  }
  return hash.digest('hex');
}

async function hashOfKeys({ dataDir, credentialKeys, factorKeys, twitch }: Settings): Promise<string> {
  const tokenKeys = twitch.provider === 'off' ? [] : twitch.tokenKeys;
  const fromFile = async (name: string) =>
    textOf(parseTokenKeys((await readIfThere(path.join(dataDir, name)))?.trim() ?? '') ?? []);
  const texts = [
    textOf(factorKeys) || (await fromFile('factor-key')),
    textOf(tokenKeys) || (twitch.provider === 'off' ? '' : await fromFile('twitch-token-key')),
    // Without a key of its own, the outbox of games has that of Twitch's tokens.
    textOf(credentialKeys) || (tokenKeys.length > 0 ? '' : await fromFile('game-account-key')),
  ];
  return createHash('sha256').update(texts.join('\n')).digest('hex');
}

function textOf(keys: TokenKey[]): string {
  return keys
    .map(({ id, key }) => `${id}:${key.toString('base64')}`)
    .toSorted()
    .join();
}
