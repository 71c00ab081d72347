import type { Config } from '#platform/config/config.ts';
import type { Logger } from '#platform/logging/logger.ts';
import { withinTime } from '#platform/runtime/within-time.ts';
import type { HashFile } from '#platform/storage/file-hashes.ts';
import type { Storage } from '#platform/storage/storage.ts';

export type ClientFile = { fileName: string; bytes: number; sha256: string };

/** No page waits longer for the size and the checksum. */
const WAIT_MS = 500;

export type ClientFileParts = {
  storage: Storage;
  config: Pick<Config, 'launcherFile'>;
  hashFile: HashFile;
  log: Logger;
};

/** The key of the file in the storage. */
export function clientFileKey({ launcherFile }: Pick<Config, 'launcherFile'>): string {
  return `downloads/${launcherFile}`;
}

/**
 * Creates a function that describes the file for download. It finds null while there is none, or while its checksum is
 * still being computed.
 */
export function createClientFileReader(parts: ClientFileParts): () => Promise<ClientFile | null> {
  return () => withinTime(describe(parts), WAIT_MS);
}

async function describe({ storage, config, hashFile, log }: ClientFileParts): Promise<ClientFile | null> {
  try {
    const key = clientFileKey(config);
    const file = await storage.open(key);
    if (!file) return null;
    await file.close();
    const sha256 = await hashFile(key, file.version);
    return sha256 === undefined ? null : { fileName: config.launcherFile, bytes: file.size, sha256 };
  } catch (error) {
    log.warn({ err: error }, 'the launcher could not be described');
    return null;
  }
}
