import { enableCompileCache, flushCompileCache } from 'node:module';
import path from 'node:path';

/** Beside the built programs, because what is kept here is run. */
const FOLDER = 'compiled';

/**
 * Keeps compiled code beside the built programs, so that the next start needs not compile them. Only imports after this
 * call profit from it. Where the folder can't be written, everything is compiled at each start. Nothing is kept of
 * sources. Source maps are read when an error needs them.
 */
export function keepCompiledCode(): void {
  if (import.meta.url.endsWith('.ts')) return;
  process.setSourceMapsEnabled(true);
  enableCompileCache(path.join(import.meta.dirname, FOLDER));
}

/** Writes what isn't kept yet, and frees the copy of all of it that Node holds until then. For servers, once they have started. */
export function freeCompiledCode(): void {
  flushCompileCache();
}
