import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * The folder of apps/server, from the sources and from the bundle in dist/: the nearest parent of this file that contains
 * package.json and migrations.
 */
export const SERVER_ROOT = findServerRoot(import.meta.dirname);

/** The folder with the migrations of this release. */
export const MIGRATIONS = path.join(SERVER_ROOT, 'migrations');

/** The folder of apps/web. */
export const WEB_ROOT = path.join(path.dirname(SERVER_ROOT), 'web');

function findServerRoot(from: string): string {
  const isRoot = existsSync(path.join(from, 'package.json')) && existsSync(path.join(from, 'migrations'));
  if (isRoot) return from;
  const parent = path.dirname(from);
  if (parent === from) throw new Error('The folder of apps/server cannot be found above this program.');
  return findServerRoot(parent);
}
