import type { ReadArticle } from '@waygate/contract/news/news.schemas';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { artOf } from '#features/news/category-art.ts';
import { route as articlePage } from '#pages/news/ArticlePage.tsx';
import { route as newsListPage } from '#pages/news/NewsListPage.tsx';
import { fakeServer, gate, renderPage, SITE } from '#test/render-page.tsx';

const LIST = 'GET /api/content/news?limit=20';

const routes = [
  { path: '/news', ...newsListPage },
  { path: '/news/:articleId', ...articlePage },
];

function article(id: number, changes: Partial<ReadArticle> = {}): ReadArticle {
  return {
    id,
    title: `Article ${id}`,
    snippet: `What article ${id} says`,
    imageUrl: `/media/${id}.webp`,
    category: 'Updates',
    publishedAt: '2026-11-18T12:00:00Z',
    createdAt: '2026-11-17T12:00:00Z',
    body: 'Text',
    bodyHtml: '<p>Text</p>',
    next: null,
    ...changes,
  };
}

/** The address of an uploaded picture, without its ending. */
const nameOf = (digit: string) => `/media/${digit.repeat(32)}`;

// happy-dom loads no pictures and calls them complete all the same.
beforeAll(() => {
  Object.defineProperty(HTMLImageElement.prototype, 'complete', { value: false });
});

const five = [1, 2, 3, 4, 5].map((id) => article(id, id === 3 ? { category: 'Events' } : {}));
const serveList = (news: ReadArticle[]) => fakeServer({ [LIST]: { body: { news, total: news.length } } });
const picturesOf = (element: HTMLElement) => [...element.querySelectorAll('img')];

const serveArticle = (body: unknown, status = 200) =>
  fakeServer({ 'GET /api/content/news/7': { status, body } });

describe('the news list', () => {
  it('shows a loading text, then features the first article', async () => {
    const { opened, open } = gate();
    fakeServer({
      [LIST]: async () => {
        await opened;
        return { body: { news: five, total: 5 } };
      },
    });
    renderPage({ routes, at: '/news' });
    expect(await screen.findByText('Loading News...')).toBeDefined();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('NEWS');
    open();
    const readMore = await screen.findByRole('link', { name: /^Read More/ });
    expect(readMore.getAttribute('href')).toBe('/news/1');
    expect(screen.queryByText('Loading News...')).toBeNull();
  });

  it('loads relative pictures from the API and shows a default when the first article has none', async () => {
    serveList([article(1, { imageUrl: null }), article(2)]);
    const { container } = renderPage({ routes, at: '/news' });
    await screen.findByRole('heading', { name: 'Article 1' });
    expect(picturesOf(container).map((image) => image.getAttribute('src'))).toEqual([
      '/brand/community-landscape.avif',
      '/api/media/2.webp',
    ]);
  });

  it('offers uploaded pictures in several widths, the first one early and the others when they are near', async () => {
    const news = [
      article(1, { imageUrl: `${nameOf('1')}.webp` }),
      article(2, { imageUrl: `${nameOf('2')}.webp` }),
    ];
    serveList(news);
    const { container } = renderPage({ routes, at: '/news' });
    await screen.findByRole('heading', { name: 'Article 1' });
    const [featured, card] = picturesOf(container);
    expect(featured?.srcset).toContain(`/api${nameOf('1')}-720.avif 720w`);
    expect(featured?.sizes).toContain('92vw');
    expect(featured?.getAttribute('fetchpriority')).toBe('high');
    expect(card?.srcset).toContain(`/api${nameOf('2')}-480.avif 480w`);
    expect(card?.getAttribute('loading')).toBe('lazy');
    const { preloadImages } = newsListPage.handle.meta({ status: 'loaded', value: news }, SITE);
    expect(preloadImages).toEqual([
      { src: `/api${nameOf('1')}.webp`, srcSet: featured?.srcset, sizes: featured?.sizes },
    ]);
  });

  it('hides a broken picture', async () => {
    serveList([article(1)]);
    const { container } = renderPage({ routes, at: '/news' });
    await screen.findByRole('heading', { name: 'Article 1' });
    for (const image of picturesOf(container)) fireEvent.error(image);
    expect(picturesOf(container)).toEqual([]);
  });

  it('filters the grid by category and marks the chosen one', async () => {
    serveList(five);
    renderPage({ routes, at: '/news' });
    const grid = within(await screen.findByRole('region', { name: 'All news' }));
    expect(grid.getAllByRole('article')).toHaveLength(4);
    await userEvent.click(grid.getByRole('button', { name: 'Events' }));
    expect(grid.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent)).toEqual(
      ['Article 3'],
    );
    expect(grid.getByRole('button', { name: 'Events' }).getAttribute('aria-pressed')).toBe('true');
    expect(grid.getByRole('button', { name: 'All' }).getAttribute('aria-pressed')).toBe('false');
  });

  it('keeps the filter in the address, over an article and back, without loading the list again', async () => {
    const { sent } = fakeServer({
      [LIST]: { body: { news: five, total: 5 } },
      'GET /api/content/news/3': { body: article(3, { next: article(4, { imageUrl: null }) }) },
    });
    const { router } = renderPage({ routes, at: '/news' });
    await userEvent.click(await screen.findByRole('button', { name: 'Events' }));
    expect(router.state.location.search).toBe('?category=Events');
    expect(sent).toHaveLength(1);
    const grid = within(screen.getByRole('region', { name: 'All news' }));
    await userEvent.click(grid.getByRole('link', { name: 'Article 3' }));
    const back = await screen.findByRole('link', { name: 'Back to News' });
    const end = within(screen.getByRole('complementary', { name: 'Read on' }));
    expect(end.getByRole('link', { name: 'Article 4' }).getAttribute('href')).toBe('/news/4');
    expect(end.getByRole('link', { name: 'Play for free' }).getAttribute('href')).toBe('/register');
    await userEvent.click(back);
    expect(screen.getByRole('button', { name: 'Events' }).getAttribute('aria-pressed')).toBe('true');
    await router.navigate('/news?category=Nothing', { replace: true });
    expect(screen.getByRole('button', { name: 'All' }).getAttribute('aria-pressed')).toBe('true');
  });

  it('shows the same art for the same category where an article has no picture', async () => {
    serveList(
      [1, 2, 3].map((id) => article(id, { imageUrl: null, category: id === 3 ? 'Events' : 'Updates' })),
    );
    const { container } = renderPage({ routes, at: '/news' });
    await screen.findByRole('heading', { name: 'Article 2' });
    expect(picturesOf(container).map(({ src }) => src)).toHaveLength(3);
    expect(artOf('Updates')).toEqual(artOf('updates'));
    expect(artOf('Updates')).not.toEqual(artOf('Events'));
  });

  it('lists items 2 to 4 as most popular and says that the index is coming', async () => {
    serveList(five);
    renderPage({ routes, at: '/news' });
    const sidebar = within(await screen.findByRole('complementary', { name: 'More news' }));
    expect(sidebar.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Article 2',
      'Article 3',
      'Article 4',
    ]);
    expect(sidebar.getByRole('heading', { name: 'MOST POPULAR' })).toBeDefined();
    expect(sidebar.getByRole('heading', { name: 'INDEX' })).toBeDefined();
    expect(sidebar.getByText(/coming soon/)).toBeDefined();
  });

  it('says that there is no news and offers the patch notes', async () => {
    serveList([]);
    renderPage({ routes, at: '/news' });
    expect(await screen.findByText('No news articles found at the moment.')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Read the patch notes' })).toBeDefined();
  });

  it('shows why loading failed and retries', async () => {
    let isDown = true;
    fakeServer({
      [LIST]: () => (isDown ? { status: 503, body: {} } : { body: { news: five, total: 5 } }),
    });
    renderPage({ routes, at: '/news' });
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to load news.');
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { name: 'Article 1' })).toBeDefined();
  });

  it("prefers the server's message to its own", async () => {
    fakeServer({ [LIST]: { status: 503, body: { code: 'unavailable', message: 'Back in a minute.' } } });
    renderPage({ routes, at: '/news' });
    expect((await screen.findByRole('alert')).textContent).toBe('Back in a minute.');
  });

  it('shows the last content at once when visited again', async () => {
    const { opened, open } = gate();
    let isFirst = true;
    fakeServer({
      [LIST]: async () => {
        if (!isFirst) await opened;
        isFirst = false;
        return { body: { news: five, total: 5 } };
      },
      'GET /api/content/news/1': { body: article(1) },
    });
    const { router } = renderPage({ routes, at: '/news' });
    await userEvent.click(await screen.findByRole('link', { name: /^Read More/ }));
    await screen.findByText('Text');
    await router.navigate(-1);
    expect(await screen.findByRole('heading', { name: 'NEWS' })).toBeDefined();
    expect(screen.getByRole('heading', { name: 'Article 1' })).toBeDefined();
    open();
  });
});

describe('an article', () => {
  it('shows picture, title, date, category, text and a link back', async () => {
    serveArticle(article(7, { bodyHtml: '<h2>Part</h2><p>Words</p>' }));
    const { container } = renderPage({ routes, at: '/news/7' });
    expect(await screen.findByRole('heading', { level: 1, name: 'Article 7' })).toBeDefined();
    expect(screen.getByRole('heading', { level: 2, name: 'Part' })).toBeDefined();
    expect(screen.getByText('Updates')).toBeDefined();
    expect(container.querySelector('time')?.getAttribute('datetime')).toBe('2026-11-18T12:00:00Z');
    expect(picturesOf(container)[0]?.getAttribute('src')).toBe('/api/media/7.webp');
    expect(screen.getByRole('link', { name: 'Back to News' }).getAttribute('href')).toBe('/news');
    await waitFor(() => expect(document.title).toBe('Article 7 · Agaia'));
  });

  it('says that its text is missing', async () => {
    serveArticle(article(7, { bodyHtml: '' }));
    renderPage({ routes, at: '/news/7' });
    expect(await screen.findByText('Full article content not found or is invalid.')).toBeDefined();
  });

  it('is not found when it is unknown, with a link back', async () => {
    serveArticle({ code: 'not_found', message: 'There is nothing at this address.' }, 404);
    renderPage({ routes, at: '/news/7' });
    expect(await screen.findByRole('heading', { name: 'Article not found.' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Back to News' })).toBeDefined();
  });

  it('is not requested when the address has no valid id', async () => {
    const { sent } = fakeServer({});
    renderPage({ routes, at: '/news/first' });
    expect(await screen.findByRole('heading', { name: 'Article not found.' })).toBeDefined();
    expect(sent).toEqual([]);
  });

  it('shows why loading failed and offers Retry', async () => {
    serveArticle({}, 500);
    renderPage({ routes, at: '/news/7' });
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to load article details.');
    expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined();
  });
});
