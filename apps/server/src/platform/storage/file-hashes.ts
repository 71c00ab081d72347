import { sha256Of } from '#platform/files/sha256.ts';
import type { Storage } from './storage.ts';

/** SHA-256 of a file's version in hexadecimal, computed once and cached; undefined when the file has changed or is gone. */
export type HashFile = (key: string, version: string) => Promise<string | undefined>;

export function createFileHashes(storage: Storage): HashFile {
  const kept = new Map<string, { version: string; hash: Promise<string | undefined> }>();
  return (key, version) => {
    const known = kept.get(key);
    if (known?.version === version) return known.hash;
    const hash = readThrough(storage, key, version);
    kept.set(key, { version, hash });
    const forget = () => {
      if (kept.get(key)?.hash === hash) kept.delete(key);
    };
    hash.then((found) => found ?? forget(), forget);
    return hash;
  };
}

async function readThrough(storage: Storage, key: string, version: string): Promise<string | undefined> {
  const file = await storage.open(key);
  if (file?.version !== version) {
    await file?.close();
    return undefined;
  }
  return sha256Of(await file.read());
}
