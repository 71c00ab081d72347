import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  chmodSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { findStateFolder } from './embedded-postgres-folders.ts';
import { isReachable, type ServerUser } from './embedded-postgres-user.ts';

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/** Paths of the programs of PostgreSQL. */
export type PostgresBinaries = { initdb: string; postgres: string };

/**
 * Finds the PostgreSQL programs that npm installed for this platform. Copies them to the machine's state folder when the
 * server's account cannot enter `node_modules`, or when missing library links cannot be created there.
 */
export function preparePostgresBinaries(
  user: ServerUser,
  onProgress: (message: string) => void,
): PostgresBinaries {
  const packageFolder = findPlatformPackage();
  if (isReachable(join(packageFolder, 'native', 'bin'), user) && linkLibraries(packageFolder)) {
    return programsOf(packageFolder);
  }
  const copy = join(
    findStateFolder(user, `postgresql-${readVersion(packageFolder)}`),
    basename(packageFolder),
  );
  if (!existsSync(copy)) {
    onProgress(`PostgreSQL's programs cannot be run from ${packageFolder} here: copying them to ${copy}.`);
    copyPackage(packageFolder, copy);
  }
  return programsOf(copy);
}

/** Whether npm installed PostgreSQL's programs for this machine. */
export function hasEmbeddedPostgres(): boolean {
  try {
    return existsSync(findPlatformPackage());
  } catch {
    return false;
  }
}

function findPlatformPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const hint = 'Set DATABASE_URL to a PostgreSQL server (15 or newer).';
  // Without a Unix socket, every user of the machine could open the database.
  if (process.platform === 'win32')
    throw new Error(`The embedded PostgreSQL does not run on Windows. ${hint}`);
  try {
    // The package's entry is dist/index.js.
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new Error(`There is no embedded PostgreSQL for this platform: ${name} is not installed. ${hint}`, {
      cause,
    });
  }
}

/** Creates the links that the package's install script would create: npm often runs without install scripts. */
function linkLibraries(packageFolder: string): boolean {
  const list = join(packageFolder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  for (const { source, target } of linksSchema.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const link = join(packageFolder, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(link), join(packageFolder, source)), link);
    } catch {
      // Another process may have been faster.
      if (!existsSync(link)) return false;
    }
  }
  return true;
}

/** Copies to a temporary folder and renames it, so that a partial copy is never used. */
function copyPackage(packageFolder: string, copy: string): void {
  const aside = mkdtempSync(`${copy}.`);
  chmodSync(aside, 0o755);
  cpSync(join(packageFolder, 'native'), join(aside, 'native'), { recursive: true, verbatimSymlinks: true });
  linkLibraries(aside);
  try {
    renameSync(aside, copy);
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
}

function programsOf(packageFolder: string): PostgresBinaries {
  const folder = join(packageFolder, 'native', 'bin');
  return { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') };
}

function readVersion(packageFolder: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
  return z.object({ version: z.string() }).parse(manifest).version;
}
