import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/**
 * A page of its own for each path of the portal's table; three of them misbehave, and one lacks a part. Says in each page how many pages it has rendered, so that a test can tell a kept page from a new one.
 */
const ENTRY = `
let renders = 0;
export async function renderRoute({ path, site, fetch }) {
  renders += 1;
  if (path === '/register') throw new Error('render failed');
  if (path === '/tos') await fetch('/healthz');
  if (path === '/privacy') await fetch('/api/auth/logout', { method: 'POST' });
  const content = path.startsWith('/news') ? await read(fetch, '/api/content' + path) : { status: 200, body: '' };
  const known = !path.endsWith('*');
  return page({ status: known ? content.status : 404, html: path + ' of ' + site.brandName + ' ' + content.body });
}
async function read(fetch, address) {
  const response = await fetch(address, { method: 'GET', headers: {} });
  const body = JSON.stringify(await response.json());
  return { status: response.status, body: body.replaceAll('<', '&lt;') };
}
function page({ status, html }) {
  return {
    status, isIncomplete: html.startsWith('/home'), html: '<p>render ' + renders + '</p><p>' + html + '</p>', head: '<title>$& A page</title>',
    data: '{}', modules: ['src/pages/news/NewsListPage.tsx'], pictures: [],
  };
}
`;

const TEMPLATE = `<!doctype html><html><head><script>document.documentElement.dataset.session = 'visitor';</script><!--head-->
<link rel="stylesheet" href="/assets/index-1.css"></head>
<body><div id="app"><!--app--></div><script type="application/json"><!--data--></script></body></html>`;

const MANIFEST = {
  'src/pages/news/NewsListPage.tsx': {
    file: 'assets/news-2.js',
    css: ['assets/news-2.css'],
    imports: ['_shared.js'],
  },
  '_shared.js': { file: 'assets/shared-3.js' },
};

/** A web package as its build leaves it behind, in a temporary folder. */
export async function useFakeWeb(files: Record<string, string | Buffer> = {}): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'waygate-web-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const all = {
    'client/index.html': TEMPLATE,
    'client/.vite/manifest.json': JSON.stringify(MANIFEST),
    'client/assets/index-1.css': ':root{color:gold}',
    'client/assets/news-2.css': '.news{color:blue}',
    'server/entry-server.js': ENTRY,
    'package.json': '{ "type": "module" }',
    ...files,
  };
  for (const [name, content] of Object.entries(all)) await writeFileBelow(folder, name, content);
  return folder;
}

export async function writeFileBelow(folder: string, name: string, content: string | Buffer): Promise<void> {
  const file = path.join(folder, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
}
