import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { createPublicAnswer, type PublicAnswer } from './public-cache.ts';

const COMPRESSIBLE = /^(text\/|image\/svg\+xml|application\/(json|javascript|manifest\+json|xml))/;

/** Higher than for pages, because static files are compressed once per process. */
const BROTLI_QUALITY = 9;

/** A relative path without empty, hidden or `..` segments. */
const SAFE_NAME = /^[A-Za-z0-9_][\w.-]*(\/[A-Za-z0-9_][\w.-]*)*$/;

/** Finds a file by its name below the folders; undefined when there is none. */
export type FindStaticFile = (name: string) => Promise<PublicAnswer | undefined>;

/**
 * Finds static files and keeps them in memory in every encoding until they change on disk.
 *
 * @param folders searched in this order
 */
export function createStaticFiles(folders: string[]): FindStaticFile {
  const kept = new Map<string, { version: string; answer: Promise<PublicAnswer> }>();
  return async (name) => {
    if (!SAFE_NAME.test(name)) return undefined;
    const found = await findFirst(folders.map((folder) => path.join(folder, name)));
    if (!found) return undefined;
    const { file, version } = found;
    const known = kept.get(file);
    if (known?.version === version) return known.answer;
    const answer = load(file);
    kept.set(file, { version, answer });
    answer.catch(() => kept.delete(file));
    return answer;
  };
}

async function findFirst(files: string[]): Promise<{ file: string; version: string } | undefined> {
  for (const file of files) {
    const stats = await stat(file).catch(() => undefined);
    if (stats?.isFile()) return { file, version: `${stats.size} ${stats.mtimeMs}` };
  }
  return undefined;
}

async function load(file: string): Promise<PublicAnswer> {
  // Loaded for the first file, because its table of all types takes a tenth of the time of a start.
  const { default: mime } = await import('mime-types');
  const contentType = mime.contentType(path.extname(file)) || 'application/octet-stream';
  const isCompressible = COMPRESSIBLE.test(contentType);
  const body = await readFile(file);
  const [br, gzip] = isCompressible ? await readCompressed(file) : [];
  if (!br || !gzip)
    return createPublicAnswer(body, contentType, { isCompressible, brotliQuality: BROTLI_QUALITY });
  return { ...(await createPublicAnswer(body, contentType, { isCompressible: false })), br, gzip };
}

async function readCompressed(file: string): Promise<(Buffer | undefined)[]> {
  return Promise.all(['br', 'gz'].map((ending) => readFile(`${file}.${ending}`).catch(() => undefined)));
}
