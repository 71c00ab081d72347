import { execFile } from 'node:child_process';
import path from 'node:path';
import type { Release } from '#platform/releases/installation.ts';
import type { User } from '#platform/runtime/portal-user.ts';

const MAX_OUTPUT = 2 ** 26;
const SHOWN_CHARACTERS = 1000;

/** `status` is null if the program couldn't be started, or a signal ended it. `stderr` is its end. */
type Ended = { status: number | null; stdout: string; stderr: string };

/** Runs a program to its end. Never throws. */
export function runProgram(file: string, words: string[], user?: User): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(file, words, { ...user, maxBuffer: MAX_OUTPUT }, (error, stdout, stderr) => {
      const status = error ? (typeof error.code === 'number' ? error.code : null) : 0;
      const reason = stderr.trim() || (error?.message ?? '');
      resolve({ status, stdout, stderr: reason.slice(-SHOWN_CHARACTERS) });
    });
  });
}

/** Runs a command of a release, with the variables of this process. */
export function runRelease(
  folder: string,
  { name }: Release,
  { words, user }: { words: string[]; user: User | undefined },
): Promise<Ended> {
  return runProgram(path.join(folder, name, 'waygate'), words, user);
}
