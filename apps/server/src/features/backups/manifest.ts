import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import * as z from 'zod';
import type { Storage } from '#platform/storage/storage.ts';
import { BackupFault } from './backup-fault.ts';

/** A change that older releases can't read makes another number. */
const FORMAT = 1;
const FILE = 'manifest.json';

const part = z.object({ key: z.string(), bytes: z.number(), sha256: z.string() });
const parts = z.array(part);

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  name: z.string(),
  /** On the database's clock. Everything that was committed before is in the backup. */
  takenAt: z.iso.datetime(),
  waygate: z.string(),
  /** `server_version_num`. */
  postgres: z.number(),
  installationId: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(
    z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()), rows: z.number(), parts }),
  ),
  sequences: z.array(
    z.object({ name: z.string(), type: z.enum(['integer', 'bigint']), lastValue: z.string().nullable() }),
  ),
  files: z.array(z.object({ key: z.string(), bytes: z.number(), parts })),
  /** What the portal had that isn't its own: tables, `table.column`, and files that can't be put back. */
  leftOut: z.array(z.string()).optional(),
  /** Null: no key is in the backup, because there was no passphrase or no key. */
  keys: z
    .object({
      salt: z.string(),
      sealed: z.string(),
      /** N of scrypt. */
      cost: z
        .number()
        .max(2 ** 17)
        .default(2 ** 14),
    })
    .nullable(),
});

/** One object of a backup. */
export type Part = z.infer<typeof part>;

/** The description of a backup. It is written last: without it there is no backup. */
export type Manifest = z.infer<typeof manifestSchema>;

const fileSchema = z.object({ sha256: z.string(), backup: z.unknown() });

/** Makes a backup of what was written so far. */
export async function writeManifest(place: Storage, manifest: Manifest): Promise<void> {
  const file = JSON.stringify({ sha256: hashOf(manifest), backup: manifest }, null, 1);
  await place.put(`${manifest.name}/${FILE}`, Buffer.from(`${file}\n`), 'application/json');
}

/** @throws BackupFault when there is none, or when it is damaged or of a newer release */
export async function readManifest(place: Storage, name: string): Promise<Manifest> {
  const file = await place.open(`${name}/${FILE}`);
  if (!file) throw new BackupFault(`There is no complete backup ${name}.`);
  const { sha256, backup } = parseFile(await text(await file.read()), name);
  if (sha256 !== hashOf(backup)) throw new BackupFault(`The backup ${name} is damaged: ${FILE} was changed.`);
  const manifest = manifestSchema.safeParse(backup);
  if (manifest.success && manifest.data.name !== name)
    throw new BackupFault(`The folder ${name} holds the backup ${manifest.data.name}. Give it that name.`);
  if (manifest.success) return manifest.data;
  throw new BackupFault(`The backup ${name} has a format that this release doesn't know. Use a newer one.`);
}

function parseFile(content: string, name: string): z.infer<typeof fileSchema> {
  try {
    return fileSchema.parse(JSON.parse(content));
  } catch (cause) {
    throw new BackupFault(`The backup ${name} is damaged: ${FILE} can't be read.`, { cause });
  }
}

/** First, so that what is left of a removal that was interrupted is no backup. */
export async function removeManifest(place: Storage, name: string): Promise<void> {
  await place.remove(`${name}/${FILE}`);
}

function hashOf(manifest: unknown): string {
  return createHash('sha256').update(JSON.stringify(manifest)).digest('hex');
}

/** Bytes of everything but the manifest. */
export function sizeOf({ tables, files }: Manifest): number {
  return [...tables, ...files].flatMap((entry) => entry.parts).reduce((sum, { bytes }) => sum + bytes, 0);
}

export function rowsOf({ tables }: Manifest): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0);
}
