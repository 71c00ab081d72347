import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { LegalPage, LegalSlug } from '@waygate/contract/legal/legal.schemas';
import * as z from 'zod';
import type { Config } from '#platform/config/config.ts';
import { SERVER_ROOT } from '#platform/files/package-root.ts';
import { AppError } from '#platform/errors/app-error.ts';
import { escapeMarkdown } from '#platform/markdown/escape-markdown.ts';
import { parseFrontMatter } from '#platform/markdown/front-matter.ts';
import { createMarkdownRenderer, type RenderMarkdown } from '#platform/markdown/render-markdown.ts';

const frontMatterSchema = z.object({
  title: z.string(),
  description: z.string(),
  updated: z.iso.date(),
  /** Of the terms: what the checkout and the mail about an order say about the right of withdrawal. */
  withdrawal: z.string().optional(),
});

/** The values of `{{name}}` in the texts. */
export type LegalVariables = {
  brandName: string;
  communityUrl: string;
  contactEmail: string;
  publicOrigin: string;
};

export function legalVariables({
  brand,
  publicOrigin,
}: Pick<Config, 'brand' | 'publicOrigin'>): LegalVariables {
  const { name: brandName, communityUrl, contactEmail } = brand;
  return { brandName, communityUrl, contactEmail, publicOrigin };
}

/** Returns a legal page, rendered once and cached. */
export type GetLegalPage = (slug: LegalSlug) => Promise<LegalPage>;

/** @param folders searched for `<slug>.md` in order: the operator's folder, then the portal's */
export function createLegalPages(folders: string[], variables: LegalVariables): GetLegalPage {
  const pages = new Map<LegalSlug, Promise<LegalPage>>();
  // A separate renderer, so that visitors don't queue behind texts that staff save.
  const render = createMarkdownRenderer();
  return (slug) => {
    const known = pages.get(slug);
    if (known) return known;
    const page = composePage(slug, { folders, variables, render });
    pages.set(slug, page);
    page.catch(() => pages.delete(slug));
    return page;
  };
}

/**
 * A text of these folders with the values of this installation, as Markdown.
 *
 * @throws Error for a missing file or a fault in its front matter
 */
export async function readLegalText(
  slug: LegalSlug,
  folders: string[],
  variables: LegalVariables,
): Promise<{ attributes: z.infer<typeof frontMatterSchema>; body: string }> {
  const { file, text } = await readFirst(folders.map((folder) => path.join(folder, `${slug}.md`)));
  try {
    const { attributes, body } = parseFrontMatter(text, frontMatterSchema);
    const filled = (value: string) => fill(value, variables, (plain) => plain);
    const { withdrawal } = attributes;
    return {
      attributes: { ...attributes, withdrawal: withdrawal && filled(withdrawal) },
      body: filled(body),
    };
  } catch (error) {
    throw new Error(`${file} cannot be read.`, { cause: error });
  }
}

/** The operator's folder of legal texts, then the portal's own. */
export function legalFolders(dataDir: string): string[] {
  return [dataDir, SERVER_ROOT].map((root) => path.join(root, 'content', 'legal'));
}

async function composePage(
  slug: LegalSlug,
  { folders, variables, render }: { folders: string[]; variables: LegalVariables; render: RenderMarkdown },
): Promise<LegalPage> {
  const { file, text } = await readFirst(folders.map((folder) => path.join(folder, `${slug}.md`)));
  try {
    const { attributes, body } = parseFrontMatter(text, frontMatterSchema);
    return {
      slug,
      title: fill(attributes.title, variables, (value) => value),
      description: fill(attributes.description, variables, (value) => value),
      updated: attributes.updated,
      // Filled in before rendering, so that values work in links; escaped, so that they are always text.
      bodyHtml: await render(fill(body, variables, escapeMarkdown)),
    };
  } catch (error) {
    // A full render queue is not a fault of this text.
    if (error instanceof AppError && error.code === 'unavailable') throw error;
    throw new Error(`${file} cannot be shown.`, { cause: error });
  }
}

async function readFirst(files: string[]): Promise<{ file: string; text: string }> {
  for (const file of files) {
    const text = await readFile(file, 'utf8').catch(whenMissing);
    if (text !== undefined) return { file, text };
  }
  throw new Error(`None of these files exists: ${files.join(', ')}`);
}

function whenMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

function fill(text: string, variables: LegalVariables, escape: (value: string) => string): string {
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => {
    const value = Object.hasOwn(variables, name) ? variables[name as keyof LegalVariables] : undefined;
    return value === undefined ? whole : escape(value);
  });
}
