import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { SERVER_ROOT } from './package-root.ts';

/** @returns the version of this release, such as 0.2.0 */
export async function readVersion(): Promise<string> {
  const file = await readFile(path.join(SERVER_ROOT, 'package.json'), 'utf8');
  // A file of the release.
  const { version }: { version: string } = JSON.parse(file);
  return version;
}
