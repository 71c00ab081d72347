import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** The file is checked at most this often: reading it for every page would cost more than rendering. */
const CHECK_EVERY_MS = 2000;

/**
 * Creates a function that returns the link tag of the operator's style sheet, or '' without one. Edits take effect
 * without a restart.
 *
 * @returns the last known link; the function rereads the file in the background
 */
export async function createThemeLink(file: string): Promise<() => string> {
  let link = await readLink(file);
  let checkedAt = performance.now();
  return () => {
    if (performance.now() - checkedAt > CHECK_EVERY_MS) {
      checkedAt = performance.now();
      readLink(file).then(
        (next) => (link = next),
        () => {},
      );
    }
    return link;
  };
}

async function readLink(file: string): Promise<string> {
  const css = await readFile(file).catch(() => undefined);
  if (!css) return '';
  const version = createHash('sha256').update(css).digest('hex').slice(0, 12);
  return `<link rel="stylesheet" href="/brand/theme.css?v=${version}">`;
}
