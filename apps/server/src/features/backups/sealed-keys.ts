import { randomBytes, scrypt, type ScryptOptions } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import type { Config } from '#platform/config/config.ts';
import type { TokenKey } from '#platform/config/token-keys.ts';
import { createSealedBox, type SealedBox } from '#platform/crypto/sealed-box.ts';
import { readIfThere, replaceFile } from '#platform/files/kept-files.ts';
import { BackupFault } from './backup-fault.ts';
import type { Manifest } from './manifest.ts';

/** The files with keys, and the variable that is used instead of each if it is set. */
const VARIABLES: Record<string, string> = {
  'twitch-token-key': 'TWITCH_TOKEN_KEY',
  'game-account-key': 'GAME_ACCOUNT_KEY',
  'factor-key': 'FACTOR_KEY',
};
const FILES = Object.keys(VARIABLES);

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
/** 128 MiB for each guess. */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 2 ** 20 };

/** Keys by the name of their file, or of the variable that sets them. */
const keysSchema = z.record(z.string(), z.string());
type Keys = z.infer<typeof keysSchema>;

type Secrets = Pick<Config, 'dataDir' | 'twitch' | 'credentialKeys' | 'factorKeys'>;

/**
 * Encrypts the keys of stored tokens and passwords. Without a passphrase they aren't part of a backup.
 *
 * @returns null when there are none
 */
export async function sealKeys(config: Secrets, passphrase: string, name: string): Promise<Manifest['keys']> {
  const keys = await readKeys(config);
  if (Object.keys(keys).length === 0) return null;
  const salt = randomBytes(16);
  const box = await createBox(passphrase, salt, SCRYPT.N);
  const { sealed } = box.seal(JSON.stringify(keys), name);
  return { salt: salt.toString('base64'), sealed: sealed.toString('base64'), cost: SCRYPT.N };
}

/** @throws BackupFault for a wrong passphrase */
export async function openKeys({ keys, name }: Manifest, passphrase: string): Promise<Keys> {
  if (!keys) return {};
  const box = await createBox(passphrase, Buffer.from(keys.salt, 'base64'), keys.cost);
  const sealed = Buffer.from(keys.sealed, 'base64');
  return keysSchema.parse(JSON.parse(box.open({ keyId: 'passphrase', sealed }, name)));
}

/**
 * `toSet`: variables that have to be set to what `restored-keys.env` in the data folder says. `overridden`: files that aren't
 * used, because a variable is set.
 */
export type RestoredKeys = { toSet: string[]; overridden: { file: string; variable: string }[] };

/** Puts keys back: those that were files into the data folder, where another one is kept under a new name. */
export async function restoreKeys(config: Secrets, keys: Keys, now: Date): Promise<RestoredKeys> {
  const files = FILES.filter((known) => keys[known] !== undefined);
  for (const file of files) await restoreKeyFile(path.join(config.dataDir, file), keys[file] ?? '', now);
  const set = await readKeys(config);
  const missing = Object.keys(keys).filter((name) => !FILES.includes(name) && set[name] !== keys[name]);
  const lines = missing.map((name) => `${name}=${keys[name]}\n`);
  if (missing.length > 0) await replaceFile(path.join(config.dataDir, 'restored-keys.env'), lines.join(''));
  const overridden = files
    .map((file) => ({ file, variable: VARIABLES[file] ?? '' }))
    .filter(({ variable }) => set[variable] !== undefined);
  return { toSet: missing, overridden };
}

async function restoreKeyFile(file: string, text: string, now: Date): Promise<void> {
  const there = await readIfThere(file);
  if (there === text) return;
  const time = now.toISOString().replaceAll(/[-:.]/g, '');
  if (there !== undefined) await replaceFile(`${file}.before-restore-${time}`, there);
  await replaceFile(file, text);
}

async function readKeys({ dataDir, twitch, credentialKeys, factorKeys }: Secrets): Promise<Keys> {
  const keys: Keys = {};
  for (const file of FILES) {
    const text = await readIfThere(path.join(dataDir, file));
    if (text !== undefined) keys[file] = text;
  }
  const tokenKeys = twitch.provider === 'off' ? [] : twitch.tokenKeys;
  if (tokenKeys.length > 0) keys.TWITCH_TOKEN_KEY = listOf(tokenKeys);
  if (credentialKeys.length > 0) keys.GAME_ACCOUNT_KEY = listOf(credentialKeys);
  if (factorKeys.length > 0) keys.FACTOR_KEY = listOf(factorKeys);
  return keys;
}

function listOf(keys: TokenKey[]): string {
  return keys.map(({ id, key }) => `${id}:${key.toString('base64')}`).join(',');
}

async function createBox(passphrase: string, salt: Buffer, cost: number): Promise<SealedBox> {
  const key = await derive(passphrase, salt, 32, { ...SCRYPT, N: cost });
  return createSealedBox(
    [{ id: 'passphrase', key }],
    () => new BackupFault("The keys can't be read: BACKUP_PASSPHRASE is not the one of this backup."),
  );
}
