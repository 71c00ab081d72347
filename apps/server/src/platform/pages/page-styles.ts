import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** A page's style sheets as one inline element. */
export type PageStyles = {
  markup: string;
  /** CSP source expression of the element. */
  hash: string;
};

/**
 * Inlines style sheets, because a page on a slow connection would wait for them one round trip longer.
 *
 * @param clientFolder the folder that the names are relative to
 */
export function createPageStyles(clientFolder: string): (files: string[]) => Promise<PageStyles> {
  // There are as many sets of files as kinds of pages.
  const kept = new Map<string, Promise<PageStyles>>();
  return (files) => {
    const key = files.join();
    const known = kept.get(key);
    if (known) return known;
    const styles = inline(clientFolder, files);
    kept.set(key, styles);
    styles.catch(() => kept.delete(key));
    return styles;
  };
}

async function inline(clientFolder: string, files: string[]): Promise<PageStyles> {
  const sheets = await Promise.all(files.map((file) => readFile(path.join(clientFolder, file), 'utf8')));
  const css = sheets.join('');
  // Browsers don't fetch a disabled sheet, and the loader of chunks doesn't add a sheet that the page links.
  const links = files.map((file) => `<link rel="stylesheet" href="/${file}" disabled>`).join('');
  const { markup, hash } = inlineSheet(css);
  return { markup: `${markup}${links}`, hash };
}

/** Rules as an inline element. They must not contain a `</style`. */
export function inlineSheet(css: string): PageStyles {
  return {
    markup: `<style>${css}</style>`,
    hash: `'sha256-${createHash('sha256').update(css).digest('base64')}'`,
  };
}
