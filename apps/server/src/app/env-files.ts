import path from 'node:path';

/** `.env` of this folder, and the files with variables that Node was started with. */
export function findEnvFiles(): string[] {
  return [...new Set([path.resolve('.env'), ...findGivenEnvFiles()])];
}

/** Files with variables that Node was started with. */
export function findGivenEnvFiles(): string[] {
  const given = process.execArgv.flatMap((word) => /^--env-file(?:-if-exists)?=(.+)$/.exec(word)?.[1] ?? []);
  return given.map((file) => path.resolve(file));
}
