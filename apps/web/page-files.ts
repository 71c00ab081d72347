import path from 'node:path';
import type { Plugin } from 'vite';

const PAGE = /\/src\/pages\/.*Page\.tsx$/;

/**
 * Writes into the handle of each page its source file, as Vite's manifest names it. So the server knows the files of the
 * page that it renders without loading the others. Not for the browser's build, which has no use for them.
 */
export function namePageFiles(): Plugin {
  return {
    name: 'name-page-files',
    transform(code, id) {
      if (!PAGE.test(id)) return undefined;
      const file = path.relative(import.meta.dirname, id).replaceAll(path.sep, '/');
      // At the end of the last line, so that all others keep their numbers.
      return { code: `${code.trimEnd()} route.handle.file = ${JSON.stringify(file)};\n`, map: null };
    },
  };
}
