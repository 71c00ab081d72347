import path from 'node:path';
import { readUnlinked, replaceFile } from '#platform/files/kept-files.ts';
import { type Program, StartError } from './run-program.ts';

/** In public mode, generated secrets are written to this file in the data folder: a public portal's output is collected. */
const FILE_NAME = 'first-start-secrets.txt';
const HEADER = '# Secrets of the first start. Save them elsewhere and delete this file.';

/** Hands the secrets that the first start generates to the operator. */
export type FirstStartSecrets = {
  /** Called before the account is committed. @throws StartError when the file can't be written */
  keepPassword: (owner: string, password: string) => Promise<void>;
  reportPassword: (owner: string, password: string) => void;
  /** Called before the token is committed. @throws StartError when the file can't be written */
  keepBridgeToken: (token: string) => Promise<void>;
  reportBridgeToken: (token: string) => void;
};

/** Prints secrets in local mode. In public mode writes them to a file with mode 0600 and prints its path. */
export async function openFirstStartSecrets(program: Program): Promise<FirstStartSecrets> {
  const { config, print } = program;
  if (config.mode === 'local')
    return {
      keepPassword: async () => {},
      reportPassword: (owner, password) =>
        print(`Owner:    ${owner}\nPassword: ${password}   (shown this once)`),
      keepBridgeToken: async () => {},
      reportBridgeToken: (token) => print(`Bridge:   ${token}   (the game server's token, shown this once)`),
    };
  const file = path.join(config.dataDir, FILE_NAME);
  await remindOf(file, program);
  return {
    keepPassword: (owner, password) => keep(file, { Owner: owner, Password: password }),
    reportPassword: (owner) =>
      print(`Owner:    ${owner}\nPassword: in ${file}   (save it, then delete the file)`),
    keepBridgeToken: (token) => keep(file, { Bridge: token }),
    reportBridgeToken: () => print(`Bridge:   the game server's token is in ${file}`),
  };
}

async function remindOf(file: string, { print, log }: Program): Promise<void> {
  const kept = await readUnlinked(file).catch(() => undefined);
  if (kept === undefined) return;
  print(`Delete ${file}: it still holds secrets of the first start.`);
  log.warn({ file }, 'secrets of the first start are still in their file');
}

/**
 * Adds secrets to the file, or replaces those of a start that did not finish. Callers take turns: each holds a lock of the
 * database, and the token comes after the owner is committed.
 */
async function keep(file: string, secrets: Record<string, string>): Promise<void> {
  try {
    const lines = (await readUnlinked(file))?.split('\n') ?? [];
    const replaced = [HEADER, ...Object.keys(secrets).map((label) => `${label}:`)];
    const kept = lines.filter((line) => line !== '' && !replaced.some((start) => line.startsWith(start)));
    const added = Object.entries(secrets).map(([label, secret]) => `${`${label}:`.padEnd(10)}${secret}`);
    await replaceFile(file, [HEADER, ...kept, ...added, ''].join('\n'));
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new StartError(
      `${file} can't be written (${reason}), so no secrets were generated. Make DATA_DIR writable, or set OWNER_PASSWORD and BRIDGE_TOKEN.`,
    );
  }
}
