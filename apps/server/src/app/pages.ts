import type { Parts } from './parts.ts';
import type { ServePages } from './build-app.ts';

/** Pages of the built web package. */
export async function createBuiltPages(_parts: Parts): Promise<ServePages> {
  return { inlineScriptHashes: [], register: async () => {} };
}
