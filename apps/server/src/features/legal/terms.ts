import { createHash } from 'node:crypto';
import type { Config } from '#platform/config/config.ts';
import { legalFolders, legalVariables, readLegalText } from './legal-pages.ts';

/** The terms as the page /tos shows them, and the name of exactly this text. */
export type Terms = {
  /** The date on the page and the beginning of the text's SHA-256: `2025-06-24-0123456789ab`. */
  version: string;
  /** YYYY-MM-DD. */
  updated: string;
  /** Markdown. */
  body: string;
  /** What they say about the right of withdrawal, in a sentence or two; undefined if they name nothing. */
  withdrawal: string | undefined;
};

type TermsConfig = Pick<Config, 'dataDir' | 'brand' | 'publicOrigin'>;

const HASH_LENGTH = 12;
const read = new WeakMap<TermsConfig, Promise<Terms>>();

/** Read once in a process, as the page is: a new text applies from the next start. */
export function getTerms(config: TermsConfig): Promise<Terms> {
  const known = read.get(config);
  if (known) return known;
  const terms = readTerms(config);
  read.set(config, terms);
  terms.catch(() => read.delete(config));
  return terms;
}

async function readTerms(config: TermsConfig): Promise<Terms> {
  const folders = legalFolders(config.dataDir);
  const { attributes, body } = await readLegalText('tos', folders, legalVariables(config));
  const { updated, withdrawal } = attributes;
  const hash = createHash('sha256')
    .update(JSON.stringify([withdrawal, body]))
    .digest('hex');
  return { version: `${updated}-${hash.slice(0, HASH_LENGTH)}`, updated, body, withdrawal };
}
