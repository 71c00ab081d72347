import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** How old the answer may be: reading the file for every page would cost more than the page. */
const CHECK_EVERY_MS = 2000;

/**
 * The link to the operator's own style sheet, or nothing while there is none. An edit shows without a restart.
 *
 * @returns what is known now; looks again in the background
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
