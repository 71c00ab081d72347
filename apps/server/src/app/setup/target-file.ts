import { lstat, realpath } from 'node:fs/promises';
import { SetupFault } from './setup-fault.ts';

/**
 * Finds what is to be replaced, so that a symbolic link stays one.
 *
 * @throws SetupFault for a link that leads nowhere, or of another user, who could let root replace any file
 */
export async function findTarget(file: string): Promise<string> {
  const stats = await lstat(file).catch(() => undefined);
  if (!stats?.isSymbolicLink()) return file;
  const target = await realpath(file).catch(() => undefined);
  if (target === undefined) throw new SetupFault(`${file} is a symbolic link that leads nowhere.`);
  if (stats.uid !== 0 && stats.uid !== process.getuid?.())
    throw new SetupFault(`${file} is another user's symbolic link: name ${target} itself.`);
  return target;
}
