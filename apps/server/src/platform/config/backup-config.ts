import path from 'node:path';
import * as z from 'zod';
import type { S3Config } from './config.ts';

/** Where backups are. */
export type BackupPlace =
  | { kind: 'folder'; folder: string }
  /** `prefix` is empty, or ends with a slash. */
  | { kind: 's3'; s3: S3Config; prefix: string };

export type BackupConfig = {
  /** Undefined: nothing is backed up by itself. */
  to: BackupPlace | undefined;
  everySeconds: number;
  /** A secret that encrypts the keys in a backup. Undefined: backups contain no keys. */
  passphrase: string | undefined;
  /** How to reach a bucket, without its name. Undefined: there are no credentials. */
  s3: Omit<S3Config, 'bucket'> | undefined;
};

const SECONDS = { m: 60, h: 3600, d: 86_400 };
const BUCKET = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/;

export const backupEnvironment = {
  BACKUP_TO: z
    .string()
    .refine((place) => isBackupPlace(place), 'must be a folder, or a bucket such as s3://backups/portal')
    .optional(),
  BACKUP_EVERY: z
    .string()
    .regex(/^[1-9]\d{0,3}[mhd]$/, 'must be minutes, hours or days, such as 30m, 24h or 1d')
    .transform(toSeconds)
    .default(86_400),
  BACKUP_PASSPHRASE: z.string().min(12, 'must have at least 12 characters').optional(),
  BACKUP_S3_REGION: z.string().optional(),
  BACKUP_S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://s3.example.com' })
    .optional(),
  BACKUP_S3_ACCESS_KEY_ID: z.string().optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().optional(),
};

const schema = z.object(backupEnvironment);

type Given = z.infer<typeof schema> & {
  S3_REGION: string;
  S3_ENDPOINT?: string | undefined;
  S3_ACCESS_KEY_ID?: string | undefined;
  S3_SECRET_ACCESS_KEY?: string | undefined;
};

export function toBackupConfig(given: Given): BackupConfig {
  const s3 = toS3(given);
  return {
    to: given.BACKUP_TO === undefined ? undefined : toBackupPlace(given.BACKUP_TO, s3),
    everySeconds: given.BACKUP_EVERY,
    passphrase: given.BACKUP_PASSPHRASE,
    s3,
  };
}

/** Checks the raw variables. */
export function backupFaults(given: Record<string, string | undefined>): string[] {
  const hasKeys = ['BACKUP_S3', 'S3'].some(
    (start) => given[`${start}_ACCESS_KEY_ID`] && given[`${start}_SECRET_ACCESS_KEY`],
  );
  if (hasKeys || !given.BACKUP_TO?.startsWith('s3://')) return [];
  return ['BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY are needed for a bucket in BACKUP_TO'];
}

/** @returns undefined for an invalid place, or a bucket without credentials */
export function toBackupPlace(place: string, s3: BackupConfig['s3']): BackupPlace | undefined {
  if (!isBackupPlace(place)) return undefined;
  const [, bucket, prefix = ''] = BUCKET.exec(place) ?? [];
  if (bucket === undefined) return { kind: 'folder', folder: path.resolve(place) };
  const trimmed = prefix.replace(/\/+$/, '');
  return s3 && { kind: 's3', s3: { ...s3, bucket }, prefix: trimmed === '' ? '' : `${trimmed}/` };
}

export function describeBackupPlace(place: BackupPlace): string {
  return place.kind === 'folder' ? place.folder : `s3://${place.s3.bucket}/${place.prefix}`;
}

function isBackupPlace(place: string): boolean {
  return BUCKET.test(place) || !place.includes('://');
}

function toSeconds(every: string): number {
  const unit = every.at(-1) as keyof typeof SECONDS; // the pattern allows these alone
  return Number(every.slice(0, -1)) * SECONDS[unit];
}

/** What isn't set for backups alone is that of the portal's files. */
function toS3(given: Given): BackupConfig['s3'] {
  const own = { id: given.BACKUP_S3_ACCESS_KEY_ID, secret: given.BACKUP_S3_SECRET_ACCESS_KEY };
  const shared = { id: given.S3_ACCESS_KEY_ID, secret: given.S3_SECRET_ACCESS_KEY };
  const { id, secret } = own.id && own.secret ? own : shared;
  if (!id || !secret) return undefined;
  return {
    region: given.BACKUP_S3_REGION ?? given.S3_REGION,
    endpoint: given.BACKUP_S3_ENDPOINT ?? given.S3_ENDPOINT,
    accessKeyId: id,
    secretAccessKey: secret,
  };
}
