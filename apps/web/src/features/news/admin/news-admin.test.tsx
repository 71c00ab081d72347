import type { AdminArticle } from '@waygate/contract/news/news.admin.schemas';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { saveSession } from '#api/session.ts';
import { keepDraft, readDraft } from '#features/admin/editor/drafts.ts';
import { serverTime } from '#features/admin/records/server-time.ts';
import { route as articlePage } from '#pages/admin/news/AdminArticlePage.tsx';
import { route as newsPage } from '#pages/admin/news/AdminNewsPage.tsx';
import { press } from '#test/press.ts';
import { renderAdmin } from '#test/render-admin.tsx';
import { gate } from '#test/render-page.tsx';

// Pages are reached by steps, and happy-dom has nothing to scroll.
beforeAll(() => {
  window.scrollTo = () => {};
});

const ARTICLE: AdminArticle = {
  id: 7,
  title: 'The gates are open',
  snippet: 'Come in.',
  body: '# Welcome',
  bodyHtml: '<h2>Welcome</h2>',
  category: 'Events',
  status: 'published',
  imageUrl: '/media/0.webp',
  publishedAt: '2026-11-01T10:00:00.123Z',
  publishedUntil: null,
  createdAt: '2026-11-01T09:00:00Z',
  updatedAt: '2026-11-02T09:00:00Z',
  revision: 3,
  eventStartsAt: null,
  eventEndsAt: null,
};
const DRAFT: AdminArticle = { ...ARTICLE, id: 8, title: 'Lanternfall', status: 'draft', publishedAt: null };

const LIST = 'GET /api/admin/content/news?page=1&limit=15';
const PREVIEW = { 'POST /api/admin/content/preview': { body: { bodyHtml: '<h2>Welcome</h2>' } } };

type Answers = Parameters<typeof renderAdmin>[0]['answers'];

function renderNews(at: string, answers: Answers = {}) {
  return renderAdmin({
    pages: {
      '/admin/news': <newsPage.Component />,
      '/admin/news/new': <articlePage.Component />,
      '/admin/news/:articleId': <articlePage.Component />,
    },
    at,
    webMgt: 11,
    privilege: 0,
    answers: {
      [LIST]: { body: { news: [ARTICLE, DRAFT], total: 2 } },
      'GET /api/admin/content/news/7': { body: ARTICLE },
      ...PREVIEW,
      ...answers,
    },
  });
}

const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);
const follow = async (name: string) => userEvent.click(await screen.findByRole('link', { name }));

async function retype(name: string, text: string) {
  const input = await field(name);
  await userEvent.clear(input);
  await userEvent.type(input, text);
}

describe('the list of articles', () => {
  it('says when a planned article appears and ends, and links it to the site while it is there', async () => {
    const planned = { ...ARTICLE, id: 9, title: 'Planned', publishedAt: '2999-01-01T10:00:00Z' };
    const ended = { ...ARTICLE, id: 10, title: 'Over', publishedUntil: '2026-11-01T11:00:00Z' };
    renderNews('/admin/news', { [LIST]: { body: { news: [planned, ended], total: 2 } } });
    const [, first, second] = await screen.findAllByRole('row');
    expect(first?.textContent).toMatch(/Scheduledfor .*2999/);
    expect(second?.textContent).toMatch(/EndedNov 1,/);
    expect(screen.queryByRole('link', { name: /on the site/ })).toBeNull();
  });

  it('shows drafts and published ones with the ways to each', async () => {
    renderNews('/admin/news');
    const rows = await screen.findAllByRole('row');
    const [, published, draft] = rows.map((row) => within(row));
    expect(published?.getByText('Published')).toBeDefined();
    expect(published?.getByRole('link', { name: 'Edit The gates are open' }).getAttribute('href')).toBe(
      '/admin/news/7',
    );
    expect(
      published?.getByRole('link', { name: 'View The gates are open on the site' }).getAttribute('href'),
    ).toBe('/news/7');
    expect(draft?.getByText('Draft')).toBeDefined();
    expect(draft?.queryByRole('link', { name: /on the site/ })).toBeNull();
    expect(screen.getByRole('link', { name: 'New article' }).getAttribute('href')).toBe('/admin/news/new');
  });

  it('searches and pages in its address', async () => {
    const { router } = renderNews('/admin/news', {
      [LIST]: { body: { news: [ARTICLE], total: 16 } },
      'GET /api/admin/content/news?page=2&limit=15': { body: { news: [DRAFT], total: 16 } },
      'GET /api/admin/content/news?page=1&limit=15&search=lantern': { body: { news: [DRAFT], total: 1 } },
    });
    await press('Next page');
    expect(await screen.findByText('Lanternfall')).toBeDefined();
    expect(router.state.location.search).toBe('?page=2');
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search by title or category' }), 'lantern');
    await waitFor(() => expect(router.state.location.search).toBe('?search=lantern'));
  });

  it('says when it cannot be loaded, and tries again', async () => {
    let isBroken = true;
    renderNews('/admin/news', {
      [LIST]: () => (isBroken ? { status: 500, body: {} } : { body: { news: [DRAFT], total: 1 } }),
    });
    expect(await screen.findByText('Failed to fetch news articles.')).toBeDefined();
    isBroken = false;
    await press('Retry');
    expect(await screen.findByText('Lanternfall')).toBeDefined();
  });

  it('offers the next step when there is none', async () => {
    renderNews('/admin/news', { [LIST]: { body: { news: [], total: 0 } } });
    expect(await screen.findByText('There is nothing here yet.')).toBeDefined();
    expect(screen.getAllByRole('link', { name: 'New article' })).toHaveLength(2);
  });
});

describe('deleting an article', () => {
  it('is asked about, and the list is loaded again', async () => {
    let news = [ARTICLE, DRAFT];
    const { sent } = renderNews('/admin/news', {
      [LIST]: () => ({ body: { news, total: news.length } }),
      'DELETE /api/admin/content/news/7': () => {
        news = [DRAFT];
        return { status: 204 };
      },
    });
    await press('Delete The gates are open');
    const dialog = within(screen.getByRole('dialog', { name: 'Delete The gates are open?' }));
    expect(dialog.getByText('This action cannot be undone.')).toBeDefined();
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await press('Delete The gates are open');
    await press('Delete');
    await waitFor(() => expect(screen.queryByText('The gates are open')).toBeNull());
    expect(screen.getByText('Article deleted.')).toBeDefined();
    expect(sent.filter(({ request }) => request.startsWith('DELETE'))).toHaveLength(1);
  });

  it.each([
    [{}, 'Failed to delete article.'],
    [{ code: 'not_found', message: 'Article not found.' }, 'Article not found.'],
  ])('says on the tab what went wrong, once the window has closed', async (body, message) => {
    renderNews('/admin/news', { 'DELETE /api/admin/content/news/7': { status: 404, body } });
    await press('Delete The gates are open');
    await press('Delete');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe(message);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('writing an article', () => {
  it('begins as a draft in Updates, takes a cover, and ends on the list', async () => {
    const { sent, router } = renderNews('/admin/news/new', {
      'POST /api/admin/content/images': { body: { url: '/api/media/9.webp', width: 64, height: 48 } },
      'POST /api/admin/content/news': { body: { ...DRAFT, id: 9 } },
    });
    expect((await field('Category')).value).toBe('Updates');
    expect((await field('Status')).value).toBe('draft');
    await userEvent.type(await field('Title'), ' Lanternfall ');
    await userEvent.type(await field('Snippet'), 'Lights on\nthe water');
    fireEvent.change(await field('Event starts'), { target: { value: '2026-11-27T12:00:00' } });
    await userEvent.upload(await field('Cover picture'), new File(['x'], 'cover.png', { type: 'image/png' }));
    const preview = await screen.findByRole('img', { name: 'Cover picture: preview' });
    expect(preview.getAttribute('src')).toBe('/api/media/9.webp');
    await press('Save');
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/news'));
    expect(sent.find(({ request }) => request === 'POST /api/admin/content/news')?.body).toEqual({
      title: 'Lanternfall',
      snippet: 'Lights on the water',
      body: '',
      category: 'Updates',
      status: 'draft',
      imageUrl: '/api/media/9.webp',
      publishAt: null,
      publishUntil: null,
      eventStartsAt: serverTime(new Date('2026-11-27T12:00:00').toISOString()),
      eventEndsAt: null,
    });
    expect(screen.getByText('Draft saved.')).toBeDefined();
  });

  it('keeps what is typed while the cover is uploaded, and cannot be saved before', async () => {
    const { opened, open } = gate();
    renderNews('/admin/news/new', {
      'POST /api/admin/content/images': async () => {
        await opened;
        return { body: { url: '/api/media/9.webp', width: 64, height: 48 } };
      },
    });
    await userEvent.upload(await field('Cover picture'), new File(['x'], 'cover.png', { type: 'image/png' }));
    expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true');
    await userEvent.type(await field('Title'), 'Typed meanwhile');
    open();
    await screen.findByRole('img', { name: 'Cover picture: preview' });
    expect((await field('Title')).value).toBe('Typed meanwhile');
    await press('Remove picture');
    expect(screen.getByText('No picture')).toBeDefined();
  });

  it('says what is wrong with which field, and loses nothing', async () => {
    const refusal = {
      code: 'validation_failed',
      message: 'Please write the text of the article.',
      fields: { body: 'Please write the text of the article.', title: 'Please give a title.' },
    };
    let answer: { status: number; body: object } = { status: 400, body: refusal };
    const { router } = renderNews('/admin/news/new', { 'POST /api/admin/content/news': () => answer });
    await userEvent.type(await field('Category'), ' and news');
    await press('Save');
    expect(await screen.findByText('Please give a title.')).toBeDefined();
    expect((await field('Title')).getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(await field('Title'));
    expect((await field('Category')).value).toBe('Updates and news');
    await userEvent.type(await field('Title'), 'Lanternfall');
    expect((await field('Title')).getAttribute('aria-invalid')).not.toBe('true');
    answer = { status: 500, body: {} };
    await press('Save');
    expect(await screen.findByText('Failed to create article')).toBeDefined();
    expect(router.state.location.pathname).toBe('/admin/news/new');
  });

  it('says so when a cover is none', async () => {
    const message = 'This picture cannot be read. Please choose a JPEG, PNG, WebP or AVIF file.';
    renderNews('/admin/news/new', {
      'POST /api/admin/content/images': {
        status: 400,
        body: { code: 'validation_failed', message, fields: { image: message } },
      },
    });
    await userEvent.upload(await field('Cover picture'), new File(['x'], 'cover.png', { type: 'image/png' }));
    expect(await screen.findByText(message)).toBeDefined();
  });
});

describe('rewriting an article', () => {
  it('sends what changed on top of what was read', async () => {
    const { sent, router } = renderNews('/admin/news/7', {
      'PUT /api/admin/content/news/7': { body: { ...ARTICLE, title: 'Changed', revision: 4 } },
    });
    await retype('Title', 'Changed');
    await press('Save');
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/news'));
    expect(sent.find(({ request }) => request === 'PUT /api/admin/content/news/7')?.body).toMatchObject({
      title: 'Changed',
      body: '# Welcome',
      imageUrl: '/media/0.webp',
      revision: 3,
    });
    expect(screen.getByText('Article published.')).toBeDefined();
  });

  it('shows both versions after a conflict, and keeps mine when I say so', async () => {
    const theirs = { ...ARTICLE, title: 'Theirs', snippet: 'Changed by them', revision: 5 };
    const answers = [
      { status: 409, body: { code: 'conflict', message: 'Somebody else…', current: theirs } },
      { body: { ...ARTICLE, title: 'Mine', revision: 6 } },
    ];
    const { sent, router } = renderNews('/admin/news/7', {
      'PUT /api/admin/content/news/7': () => answers.shift() ?? { status: 500 },
    });
    await retype('Title', 'Mine');
    await press('Save');
    const title = within(await screen.findByRole('row', { name: /^Title/ }));
    expect(document.activeElement?.textContent).toBe('Somebody else has changed this in the meantime.');
    expect(title.getByText('Mine')).toBeDefined();
    expect(title.getByText('Theirs')).toBeDefined();
    await press('Keep mine');
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/news'));
    const [, second] = sent.filter(({ request }) => request === 'PUT /api/admin/content/news/7');
    // What they alone have changed stays.
    expect(second?.body).toMatchObject({ title: 'Mine', snippet: 'Changed by them', revision: 5 });
  });

  it('takes theirs after a conflict when I say so', async () => {
    const theirs = { ...ARTICLE, title: 'Theirs', revision: 5 };
    const { router } = renderNews('/admin/news/7', {
      'PUT /api/admin/content/news/7': {
        status: 409,
        body: { code: 'conflict', message: 'Somebody else…', current: theirs },
      },
    });
    await retype('Title', 'Mine');
    await press('Save');
    await press('Take theirs');
    expect((await field('Title')).value).toBe('Theirs');
    expect(screen.queryByRole('button', { name: 'Keep mine' })).toBeNull();
    await follow('Back to all articles');
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/news'));
  });

  it('says so when it cannot be saved or is not there', async () => {
    renderNews('/admin/news/7', { 'PUT /api/admin/content/news/7': { status: 500, body: {} } });
    await retype('Title', 'Changed');
    await press('Save');
    expect(await screen.findByText('Failed to update article')).toBeDefined();
  });

  it('says so when it is not there', async () => {
    renderNews('/admin/news/99', {
      'GET /api/admin/content/news/99': {
        status: 404,
        body: { code: 'not_found', message: 'Article not found.' },
      },
    });
    expect(await screen.findByText('Article not found.')).toBeDefined();
  });
});

describe('what is not saved', () => {
  it('is asked about before the page is left', async () => {
    const { router } = renderNews('/admin/news/7');
    await retype('Title', 'Unsaved');
    await follow('Back to all articles');
    const dialog = within(await screen.findByRole('dialog', { name: 'Unsaved changes' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect((await field('Title')).value).toBe('Unsaved');
    expect(router.state.location.pathname).toBe('/admin/news/7');
    await follow('Cancel');
    await press('Discard changes');
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/news'));
    expect(readDraft('news 7')).toBeUndefined();
  });

  it('is asked about even when it was written in the very moment of leaving', async () => {
    const { router } = renderNews('/admin/news/7');
    const heading = await screen.findByRole('button', { name: 'Heading' });
    // Nothing is rendered in between.
    await act(async () => {
      fireEvent.click(heading);
      await router.navigate('/admin/news');
    });
    expect(await screen.findByRole('dialog', { name: 'Unsaved changes' })).toBeDefined();
    expect(router.state.location.pathname).toBe('/admin/news/7');
  });

  it('is saved even when it was written in the very moment of saving', async () => {
    const { sent } = renderNews('/admin/news/7', {
      'PUT /api/admin/content/news/7': { body: { ...ARTICLE, revision: 4 } },
    });
    const heading = await screen.findByRole('button', { name: 'Heading' });
    await act(async () => {
      fireEvent.click(heading);
      fireEvent.submit(screen.getByLabelText('Title'));
    });
    await waitFor(() =>
      expect(sent.find(({ request }) => request === 'PUT /api/admin/content/news/7')?.body).toMatchObject({
        body: '## # Welcome',
      }),
    );
  });

  it('is kept in the browser, and offered again with all its fields', async () => {
    saveSession({ accessToken: 'token-1', accountDBID: 1 });
    const form = {
      title: 'Kept',
      snippet: 'So far',
      body: 'Half a text',
      category: 'Events',
      status: 'draft',
    };
    keepDraft('news 7', {
      text: JSON.stringify({ form, revision: 2 }),
      savedAt: '2026-11-02T10:00:00Z',
    });
    const { sent } = renderNews('/admin/news/7', {
      'PUT /api/admin/content/news/7': {
        status: 409,
        body: { code: 'conflict', message: 'Somebody else…', current: ARTICLE },
      },
    });
    expect((await field('Title')).value).toBe(ARTICLE.title);
    await press('Restore');
    expect((await field('Title')).value).toBe('Kept');
    await press('Save');
    // It was made of an older revision: it must not be saved over the newer one unseen.
    expect(await screen.findByRole('button', { name: 'Keep mine' })).toBeDefined();
    expect(sent.find(({ request }) => request === 'PUT /api/admin/content/news/7')?.body).toMatchObject({
      ...form,
      revision: 2,
    });
  });

  it('is kept with what it was made of, so that a later conflict keeps what others have changed', async () => {
    renderNews('/admin/news/7');
    await retype('Title', 'Kept');
    await waitFor(() => expect(readDraft('news 7')?.text).toContain('Kept'));
    cleanup();
    const current = { ...ARTICLE, snippet: 'Changed by them', revision: 4 };
    const answers = [{ status: 409, body: { code: 'conflict', message: '…', current } }, { body: current }];
    const { sent } = renderNews('/admin/news/7', {
      'GET /api/admin/content/news/7': { body: current },
      'PUT /api/admin/content/news/7': () => answers.shift() ?? { status: 500 },
    });
    await press('Restore');
    await press('Save');
    await press('Keep mine');
    await waitFor(() =>
      expect(
        sent.filter(({ request }) => request === 'PUT /api/admin/content/news/7').map(({ body }) => body),
      ).toMatchObject([
        { title: 'Kept', snippet: ARTICLE.snippet, revision: 3 },
        { title: 'Kept', snippet: 'Changed by them', revision: 4 },
      ]),
    );
  });

  it('is forgotten when it is not wanted', async () => {
    saveSession({ accessToken: 'token-1', accountDBID: 1 });
    keepDraft('news new', { text: 'no form at all', savedAt: '2026-11-02T10:00:00Z' });
    renderNews('/admin/news/new');
    await press('Restore');
    expect((await field('Title')).value).toBe('');
    await userEvent.type(await field('Title'), 'Typed');
    await waitFor(() => expect(readDraft('news new')?.text).toContain('Typed'));
  });
});
