import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Site } from '@waygate/contract/site/site';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createPageRenderer, fillTemplate, type PagePreview } from './page-renderer.ts';

const INLINE = "document.documentElement.dataset.session = 'in';";
const TEMPLATE = `<!doctype html><html><head><script>${INLINE}</script><link rel="stylesheet" crossorigin href="/assets/main.css"><!--head--><script type="module" src="/assets/main.js"></script></head><body><div id="app"><!--app--></div><script type="application/json"><!--data--></script></body></html>`;

const MANIFEST = {
  'src/main.tsx': { file: 'assets/main.js', css: ['assets/main.css'] },
  'src/NewsPage.tsx': {
    file: 'assets/news.js',
    css: ['assets/news.css'],
    imports: ['src/main.tsx', '_card.js'],
  },
  '_card.js': { file: 'assets/card.js', imports: ['src/NewsPage.tsx'] },
};

const SITE: Site = {
  brandName: 'Play',
  communityUrl: 'https://discord.gg/play',
  launcherHref: '/download/launcher.exe',
  publicOrigin: 'https://play.example.com',
  features: { twitch: false, shop: false, mail: true },
};

/** A built web package whose server entry answers what the test says. */
async function useWebDist(route: object): Promise<string> {
  const webDist = await mkdtemp(path.join(tmpdir(), 'waygate-web-'));
  onTestFinished(() => rm(webDist, { recursive: true, force: true }));
  await mkdir(path.join(webDist, 'client/.vite'), { recursive: true });
  await mkdir(path.join(webDist, 'server'));
  await writeFile(path.join(webDist, 'client/index.html'), TEMPLATE);
  await writeFile(path.join(webDist, 'client/.vite/manifest.json'), JSON.stringify(MANIFEST));
  await mkdir(path.join(webDist, 'client/assets'));
  await writeFile(path.join(webDist, 'client/assets/main.css'), '.main{}');
  await writeFile(path.join(webDist, 'client/assets/news.css'), '.news{}');
  await writeFile(
    path.join(webDist, 'server/entry-server.js'),
    `export const renderRoute = async ({ path }) => ({ ...${JSON.stringify(route)}, html: path });`,
  );
  await writeFile(path.join(webDist, 'package.json'), '{"type":"module"}');
  return webDist;
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const noPreview = async (): Promise<PagePreview> => ({ css: '', isPending: false });

const neverFetches = () => Promise.reject(new Error('nothing is fetched here'));

describe('a page', () => {
  test('contains its head with the style sheets and the operator’s markup, its body and data, and last its route’s code', async () => {
    const webDist = await useWebDist({
      status: 404,
      head: '<title>Gone</title>',
      data: '{}',
      modules: ['src/NewsPage.tsx', 'src/unknown.tsx'],
      pictures: [],
    });
    const renderer = await createPageRenderer({
      webDist,
      site: SITE,
      findPreview: noPreview,
      headEnd: () => '<link rel="x">',
    });
    const { status, html } = await renderer.render('/news/7', neverFetches);
    expect(status).toBe(404);
    expect(html).toContain('<div id="app">/news/7</div>');
    expect(html).toContain('<script type="application/json">{}</script>');
    expect(html).toContain('<link rel="x"></head>');
    const head = html.slice(html.indexOf('<title>'), html.indexOf('<script type="module"'));
    expect(head).toBe(
      [
        '<title>Gone</title><style>.main{}.news{}</style>',
        '<link rel="stylesheet" href="/assets/main.css" disabled>',
        '<link rel="stylesheet" href="/assets/news.css" disabled>',
      ].join(''),
    );
    expect(html.slice(html.indexOf('{}</script>'))).toBe(
      [
        '{}</script>',
        '<link rel="modulepreload" fetchpriority="low" href="/assets/news.js">',
        '<link rel="modulepreload" fetchpriority="low" href="/assets/card.js">',
        '</body></html>',
      ].join(''),
    );
  });

  test('has the hashes of its own inline scripts and styles', async () => {
    const webDist = await useWebDist({ status: 200, head: '', data: '', modules: [], pictures: [] });
    const { inlineScriptHashes, render } = await createPageRenderer({
      webDist,
      site: SITE,
      findPreview: noPreview,
      headEnd: () => '',
    });
    expect(inlineScriptHashes).toEqual([hashOf(INLINE)]);
    const { styleHashes } = await render('/', neverFetches);
    expect(styleHashes).toEqual([hashOf('.main{}')]);
  });

  test('contains the previews of its pictures, and is incomplete while one is pending', async () => {
    const pictures = ['/a', '/b', '/c'];
    const webDist = await useWebDist({ status: 200, head: '', data: '', modules: [], pictures });
    const found: Record<string, PagePreview> = {
      '/a': { css: '.a{}', isPending: false },
      '/b': { css: '', isPending: true },
    };
    const findPreview = async (address: string) => found[address] ?? (await noPreview());
    const { render } = await createPageRenderer({ webDist, site: SITE, findPreview, headEnd: () => '' });
    const page = await render('/', neverFetches);
    expect(page.html).toContain('disabled><style>.a{}</style><script type="module"');
    expect(page.styleHashes).toEqual([hashOf('.main{}'), hashOf('.a{}')]);
    expect(page.isIncomplete).toBe(true);
    found['/b'] = { css: '', isPending: false };
    expect((await render('/', neverFetches)).isIncomplete).toBe(false);
  });
});

test('content that looks like a placeholder or a replacement pattern is unchanged', () => {
  const html = fillTemplate(TEMPLATE, {
    head: '<title>$& <!--app--></title>',
    html: "<p>$' <!--data--> </head></body></p>",
    data: '["$`<!--head-->"]',
    headEnd: '<style>$1</style>',
    bodyEnd: '<i>$2</i>',
  });
  expect(html).toContain('<title>$& <!--app--></title>');
  expect(html).toContain('<div id="app"><p>$\' <!--data--> </head></body></p></div>');
  expect(html).toContain('<script type="application/json">["$`<!--head-->"]</script>');
  expect(html.split('<style>$1</style></head>')).toHaveLength(2);
  expect(html.split('<i>$2</i></body>')).toHaveLength(2);
});
