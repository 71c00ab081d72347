import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { createToken } from '#platform/auth/tokens.ts';
import { readOrMake } from '#platform/files/kept-files.ts';
import { StartError } from '#app/run-program.ts';

/** Marks a folder as a demo's from its first moment. Readable by its owner alone. */
const PASSWORD_FILE = 'demo-password';
const PASSWORD_LENGTH = 20;

/**
 * Takes a new folder for a demo, or the folder of one.
 *
 * @returns the file with the password for signing in, and the password
 * @throws StartError for a folder that holds anything else: it may be a real portal
 */
export async function claimDemoFolder(dataDir: string): Promise<{ file: string; password: string }> {
  await mkdir(dataDir, { recursive: true });
  const names = await readdir(dataDir);
  // What a start that was cut off has left of the file begins with its name.
  const isOther = names.length > 0 && !names.some((name) => name.startsWith(PASSWORD_FILE));
  if (isOther)
    throw new StartError(
      `${dataDir} holds something else than a demo, and nothing in it was changed. Name a new folder: waygate demo --data <folder>`,
    );
  const file = path.join(dataDir, PASSWORD_FILE);
  const text = await readOrMake(file, () => `${createToken().slice(0, PASSWORD_LENGTH)}\n`);
  return { file, password: text.trim() };
}
