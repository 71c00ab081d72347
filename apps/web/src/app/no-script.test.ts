import { expect, it } from 'vitest';
import { SITE } from '#test/render-page.tsx';
import { PRODUCT } from '#test/products.ts';
import { renderRoute } from './entry-server.tsx';

const article = (id: number, category: string) => ({
  id,
  title: `Article ${id}`,
  snippet: '',
  imageUrl: null,
  category,
  publishedAt: '2026-11-18T12:00:00Z',
  createdAt: '2026-11-17T12:00:00Z',
});

const ANSWERS: Record<string, object> = {
  '/api/content/news': { news: [article(1, 'Events'), article(2, 'Updates')], total: 2 },
  '/api/content/patchnotes': { patchNotes: [], total: 0 },
  '/api/products': { products: [PRODUCT] },
};

/** What a page says where scripts don't run. */
async function saidAt(path: string): Promise<string[]> {
  const { html } = await renderRoute({
    path,
    site: SITE,
    fetch: async (address) => {
      const known = Object.entries(ANSWERS).find(([start]) => address.startsWith(start))?.[1];
      return Response.json(known ?? { code: 'not_found', message: 'x' }, { status: known ? 200 : 404 });
    },
  });
  return [...html.matchAll(/<noscript>(.*?)<\/noscript>/gs)].map(([, text = '']) =>
    text.replaceAll(/<[^>]*>/g, ''),
  );
}

const SEARCH = 'Search needs JavaScript. Everything below can be read without it.';
const LINK = 'This page needs JavaScript. Turn it on in your browser and load the page again.';
const FORM = 'This form needs JavaScript. Turn it on in your browser and load the page again.';

it.each([
  ['/', []],
  ['/news', [SEARCH, 'Choosing a category needs JavaScript. Below are the articles of all of them.']],
  ['/patch-notes', [SEARCH]],
  ['/store', ['Choosing a category needs JavaScript. Below are the products of all of them.']],
  ['/login', [FORM]],
  ['/register', [FORM]],
  ['/forgot-password', [FORM]],
  ['/reset-password/token', [LINK]],
  ['/not-me/token', [LINK]],
])('%s says what needs JavaScript', async (path, sentences) => {
  expect(await saidAt(path)).toEqual(sentences);
});
