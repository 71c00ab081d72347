import { chmod, readlink, rename, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { SERVER_ROOT } from '#platform/files/package-root.ts';
import { readIfThere, replaceFile } from '#platform/files/kept-files.ts';

/** Of releases and their folders, such as waygate-0.2.0-linux-x64. */
const RELEASE_NAME = /^waygate-(?<version>\d[\w.+-]*)-linux-(?<arch>x64|arm64)$/;
const JOURNAL = '.update.json';
const EVERYBODY_READS = 0o644;

/** The link that service units start from, and the one that `update --rollback` goes back to. */
type ReleaseLink = 'current' | 'previous';

/** An unpacked release. */
export type Release = { name: string; version: string; arch: string };

/** A folder with releases side by side, and `current`, a link to the one that is used. */
export type Installation = { folder: string; current: Release };

/** An update, from before it changes anything that starts until it is done or undone. */
const journalSchema = z.object({
  from: z.string().regex(RELEASE_NAME),
  to: z.string().regex(RELEASE_NAME),
  /** How many processes of this machine must run afterwards. */
  processes: z.int().nonnegative(),
  /** The name of the backup before it. Null: there is none. */
  backup: z.string().nullable(),
  startedAt: z.iso.datetime(),
});
export type UpdateJournal = z.infer<typeof journalSchema>;

export function parseReleaseName(name: string): Release | undefined {
  const { version, arch } = RELEASE_NAME.exec(name)?.groups ?? {};
  return version === undefined || arch === undefined ? undefined : { name, version, arch };
}

/**
 * The installation that this program is part of, whichever of its releases is current.
 *
 * @returns undefined for a checkout, and for a release without a link `current` next to it that leads to one
 */
export async function findInstallation(): Promise<Installation | undefined> {
  const root = path.resolve(SERVER_ROOT, '../..');
  if (!parseReleaseName(path.basename(root))) return undefined;
  const folder = path.dirname(root);
  const current = await readReleaseLink(folder, 'current');
  return current && { folder, current };
}

/** @returns undefined when there is no such link, or it leads to no release next to it */
export async function readReleaseLink(folder: string, link: ReleaseLink): Promise<Release | undefined> {
  const target = await readlink(path.join(folder, link)).catch(() => undefined);
  if (target === undefined || path.dirname(path.resolve(folder, target)) !== folder) return undefined;
  return parseReleaseName(path.basename(target));
}

/** Atomic: a process that starts meanwhile gets the old release or the new one. */
export async function linkRelease(folder: string, link: ReleaseLink, { name }: Release): Promise<void> {
  const made = path.join(folder, `.${link}-${process.pid}`);
  await rm(made, { force: true });
  await symlink(name, made);
  await rename(made, path.join(folder, link));
}

/** @returns undefined: no update is unfinished */
export async function readJournal(folder: string): Promise<UpdateJournal | undefined> {
  const text = await readIfThere(path.join(folder, JOURNAL));
  return text === undefined ? undefined : journalSchema.parse(JSON.parse(text));
}

export async function writeJournal(folder: string, journal: UpdateJournal): Promise<void> {
  const file = path.join(folder, JOURNAL);
  await replaceFile(file, JSON.stringify(journal));
  // The doctor runs as the portal's user.
  await chmod(file, EVERYBODY_READS);
}

export function removeJournal(folder: string): Promise<void> {
  return rm(path.join(folder, JOURNAL), { force: true });
}
