import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Site } from '@waygate/contract/site/site';
import { createPageStyles, inlineSheet } from './page-styles.ts';

/** The result of the web package's server entry for one address. */
export type RenderedRoute = {
  status: number;
  /** Whether content that the page does without is missing for now. */
  isIncomplete: boolean;
  /** Title, description, Open Graph. */
  head: string;
  /** The body of `#app`. */
  html: string;
  /** JSON for hydration, safe inside a script element. */
  data: string;
  /** Source files of the lazy route modules in use, as Vite's manifest names them. */
  modules: string[];
  /** Addresses of the pictures that are seen first. */
  pictures: string[];
};

/** What shows a small version of a picture until the picture itself is there. */
export type PagePreview = {
  /** A CSS rule; empty where there is none. */
  css: string;
  /** Whether the page lacks it only for now. */
  isPending: boolean;
};

/** What a page reads of an answer. */
export type InternalAnswer = Pick<Response, 'ok' | 'status' | 'json'>;

/** Calls an endpoint in this process. `path` may have a query. */
export type InternalFetch = (path: string, init?: { method?: string }) => Promise<InternalAnswer>;

export type RenderRoute = (input: {
  path: string;
  site: Site;
  fetch: InternalFetch;
}) => Promise<RenderedRoute>;

export type RenderedPage = Pick<RenderedRoute, 'status' | 'isIncomplete'> & {
  html: string;
  /** CSP source expressions of the page's inline style sheets. */
  styleHashes: string[];
};

export type PageRenderer = {
  render: (path: string, fetch: InternalFetch) => Promise<RenderedPage>;
  /** CSP source expressions of the template's inline scripts. */
  inlineScriptHashes: string[];
};

/** In the server's build this is a script, which has no `import()`. It loads ES modules too. */
const load = createRequire(import.meta.url);

type ManifestChunk = { file: string; css?: string[]; imports?: string[] };
type Manifest = Record<string, ManifestChunk>;

/**
 * Renders pages with the built web package.
 *
 * @param webDist folder with `client/` (template, manifest, assets) and `server/entry-server.js`
 * @param findPreview of a picture that is seen first; never rejects
 * @param headEnd markup for the end of the head, such as the operator's style sheet
 */
export async function createPageRenderer({
  webDist,
  site,
  findPreview,
  headEnd,
}: {
  webDist: string;
  site: Site;
  findPreview: (address: string) => Promise<PagePreview>;
  headEnd: () => string;
}): Promise<PageRenderer> {
  const client = path.join(webDist, 'client');
  const entry = load(path.join(webDist, 'server', 'entry-server.js'));
  const [linked, manifestText] = await Promise.all([
    readFile(path.join(client, 'index.html'), 'utf8'),
    readFile(path.join(client, '.vite', 'manifest.json'), 'utf8'),
  ]);
  const manifest: Manifest = JSON.parse(manifestText);
  const renderRoute: RenderRoute = entry.renderRoute;
  const { template, sheets } = withoutSheets(linked);
  const inlineStyles = createPageStyles(client);
  return {
    inlineScriptHashes: inlineScriptHashes(template),
    render: async (pagePath, fetch) => {
      const route = await renderRoute({ path: pagePath, site, fetch });
      const { scripts, styles } = filesOf(manifest, route.modules);
      // The shared sheets come first, so that a page's own may overrule them.
      const shared = await inlineStyles([...new Set([...sheets, ...styles])]);
      const found = await Promise.all(route.pictures.map(findPreview));
      const previews = found.filter(({ css }) => css !== '').map(({ css }) => inlineSheet(css));
      const head = [route.head, shared.markup, ...previews.map(({ markup }) => markup)].join('');
      // At the end, or starting a dozen requests would delay what is seen.
      const bodyEnd = scripts
        .filter((file) => !template.includes(file))
        .map(preload)
        .join('');
      const html = fillTemplate(template, { ...route, head, headEnd: headEnd(), bodyEnd });
      return {
        status: route.status,
        isIncomplete: route.isIncomplete || found.some(({ isPending }) => isPending),
        html,
        styleHashes: [shared, ...previews].map(({ hash }) => hash),
      };
    },
  };
}

type PageEnds = {
  /** Markup for the end of the head. */
  headEnd: string;
  /** Markup for the end of the body. */
  bodyEnd: string;
};

/** Fills the template's three markers with head, body and hydration data, and inserts `headEnd` and `bodyEnd`. */
export function fillTemplate(
  template: string,
  { head, html, data, headEnd, bodyEnd }: Pick<RenderedRoute, 'head' | 'html' | 'data'> & PageEnds,
): string {
  const marks: Record<string, string> = {
    '<!--head-->': head,
    '<!--app-->': html,
    '<!--data-->': data,
    '</head>': `${headEnd}</head>`,
    '</body>': `${bodyEnd}</body>`,
  };
  // In one pass, so that content that looks like a marker stays content; with a function, because `$&` in a replacement
  // string is a pattern.
  return template.replace(/<!--(head|app|data)-->|<\/(head|body)>/g, (mark) => marks[mark] ?? '');
}

const SHEET = /<link rel="stylesheet"[^>]* href="\/([^"]+)"[^>]*>/g;

/** The template without its links to style sheets, and the files that they name. */
function withoutSheets(html: string): { template: string; sheets: string[] } {
  return {
    template: html.replaceAll(SHEET, ''),
    sheets: [...html.matchAll(SHEET)].map(([, file = '']) => file),
  };
}

/** Of low priority, like the entry's script: the page is rendered already. */
function preload(file: string): string {
  return `<link rel="modulepreload" fetchpriority="low" href="/${file}">`;
}

function filesOf(manifest: Manifest, modules: string[]): { scripts: string[]; styles: string[] } {
  const files = new Set<string>();
  for (const module of modules) collectFiles(manifest, module, files);
  const { scripts = [], styles = [] } = Object.groupBy(files, (file) =>
    file.endsWith('.css') ? 'styles' : 'scripts',
  );
  return { scripts, styles };
}

function collectFiles(manifest: Manifest, key: string, files: Set<string>): void {
  const chunk = manifest[key];
  if (!chunk || files.has(chunk.file)) return;
  files.add(chunk.file);
  for (const css of chunk.css ?? []) files.add(css);
  for (const imported of chunk.imports ?? []) collectFiles(manifest, imported, files);
}

function inlineScriptHashes(template: string): string[] {
  const scripts = template.matchAll(/<script>([\s\S]*?)<\/script>/g);
  return [...scripts].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  );
}
