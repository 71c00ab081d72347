import type { AdminArticle } from '@waygate/contract/news/news.admin.schemas';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readDraft } from '#features/admin/editor/drafts.ts';
import { route as articlePage } from '#pages/admin/news/AdminArticlePage.tsx';
import { type Answers, renderAdmin } from '#test/render-admin.tsx';
import { gate } from '#test/render-page.tsx';

beforeAll(() => {
  window.scrollTo = () => {};
});
beforeEach(() => localStorage.clear());

const ARTICLE: AdminArticle = {
  id: 7,
  title: 'The gates are open',
  snippet: 'Come in.',
  body: '# Welcome',
  bodyHtml: '<h2>Welcome</h2>',
  category: 'Events',
  status: 'published',
  imageUrl: null,
  publishedAt: '2026-11-01T10:00:00.000Z',
  publishedUntil: null,
  createdAt: '2026-11-01T09:00:00Z',
  updatedAt: '2026-11-02T09:00:00Z',
  revision: 3,
  eventStartsAt: null,
  eventEndsAt: null,
};

const DRAFT = 'PUT /api/admin/content/news/7/draft';
const READ = 'GET /api/admin/content/news/7/draft';
const EARLIER = { changes: { title: 'Earlier' }, revision: 3, savedAt: '2026-11-03T09:00:00Z' };

function renderArticle(answers: Answers = {}, at = '/admin/news/7') {
  return renderAdmin({
    pages: {
      '/admin/news': <p>The list</p>,
      '/admin/news/new': <articlePage.Component />,
      '/admin/news/:articleId': <articlePage.Component />,
    },
    at,
    webMgt: 11,
    privilege: 0,
    answers: {
      'GET /api/admin/content/news/7': { body: ARTICLE },
      'GET /api/admin/content/news/7/draft': { body: { draft: null } },
      [DRAFT]: { body: { savedAt: '2026-11-03T09:00:00Z' } },
      'DELETE /api/admin/content/news/7/draft': { status: 204 },
      'POST /api/admin/content/preview': { body: { bodyHtml: '<h2>Welcome</h2>' } },
      ...answers,
    },
  });
}

const title = () => screen.findByLabelText<HTMLInputElement>('Title');
const type = async (text: string) => fireEvent.change(await title(), { target: { value: text } });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const waits = { timeout: 4000 };
/** Longer than the pause after which a draft is kept. */
const pass = () => new Promise((resolve) => setTimeout(resolve, 1300));

describe('what is typed', () => {
  it('is kept on the server a moment later, and discarded there when it is undone', async () => {
    const { sent } = renderArticle();
    await type('Unsaved');
    expect(await screen.findByText('Your draft is kept. Nobody else sees it.', {}, waits)).toBeDefined();
    expect(sent.find(({ request }) => request === DRAFT)?.body).toEqual({
      changes: { title: 'Unsaved' },
      revision: 3,
    });
    await type(ARTICLE.title);
    await waitFor(() => expect(sent.some(({ request }) => request.startsWith('DELETE'))).toBe(true), waits);
  });

  it('is kept in the browser alone when the server fails, which the form says', async () => {
    renderArticle({ [DRAFT]: { status: 500, body: {} } });
    await type('Unsaved');
    expect(await screen.findByText(/couldn't be kept on the server/, {}, waits)).toBeDefined();
  });

  it('is offered when its author returns on another device, and discarded on demand', async () => {
    const draft = {
      changes: { title: 'From the phone', gone: 'x' },
      revision: 3,
      savedAt: '2026-11-03T09:00:00Z',
    };
    const { sent } = renderArticle({ 'GET /api/admin/content/news/7/draft': { body: { draft } } });
    await press('Restore');
    expect((await title()).value).toBe('From the phone');
    expect(screen.queryByText(/Somebody else/)).toBeNull();
    await type('On');
    await waitFor(
      () =>
        expect(sent.findLast(({ request }) => request === DRAFT)?.body).toMatchObject({
          changes: { title: 'On' },
        }),
      waits,
    );
  });

  it('takes the place of an earlier draft only once that is discarded', async () => {
    const { sent } = renderArticle({ [READ]: { body: { draft: EARLIER } } });
    await screen.findByRole('button', { name: 'Discard' });
    await type('Typed now');
    await pass();
    expect(sent.some(({ request }) => request === DRAFT)).toBe(false);
    await press('Discard');
    await waitFor(() =>
      expect(sent.find(({ request }) => request === DRAFT)?.body).toMatchObject({
        changes: { title: 'Typed now' },
      }),
    );
    expect(sent.some(({ request }) => request.startsWith('DELETE'))).toBe(false);
    expect(readDraft('news 7')?.text).toContain('Typed now');
  });

  it('stays in the browser while earlier drafts cannot be read, which its author can try again', async () => {
    let isDown = true;
    const { sent } = renderArticle({
      [READ]: () => (isDown ? { status: 500, body: {} } : { body: { draft: EARLIER } }),
    });
    expect(await screen.findByText(/earlier drafts couldn't be loaded/)).toBeDefined();
    await type('Typed now');
    await pass();
    expect(sent.some(({ request }) => request === DRAFT)).toBe(false);
    expect(readDraft('news 7')?.text).toContain('Typed now');
    isDown = false;
    await press('Try again');
    expect(await screen.findByRole('button', { name: 'Restore' })).toBeDefined();
  });

  it('is saved once and leaves no draft when Save is pressed again while a draft is under way', async () => {
    const draft = gate();
    const { sent } = renderArticle({
      [DRAFT]: async () => {
        await draft.opened;
        return { body: { savedAt: '2026-11-03T09:00:00Z' } };
      },
      'PUT /api/admin/content/news/7': { body: { ...ARTICLE, title: 'Typed', revision: 4 } },
    });
    const all = (wanted: string) => sent.filter(({ request }) => request === wanted);
    await type('Typed');
    await waitFor(() => expect(all(DRAFT)).toHaveLength(1), waits);
    const form = (await title()).form ?? document.body;
    fireEvent.submit(form);
    fireEvent.submit(form);
    draft.open();
    expect(await screen.findByText('The list')).toBeDefined();
    await pass();
    expect(all('PUT /api/admin/content/news/7')).toHaveLength(1);
    expect(all(DRAFT)).toHaveLength(1);
  });

  it('is shown next to what another editor has saved since', async () => {
    const draft = { changes: { title: 'Mine' }, revision: 2, savedAt: '2026-11-03T09:00:00Z' };
    const { sent, router } = renderArticle({
      'GET /api/admin/content/news/7/draft': { body: { draft } },
      'PUT /api/admin/content/news/7': { body: { ...ARTICLE, title: 'Mine', revision: 4 } },
    });
    await press('Restore');
    const row = within(await screen.findByRole('row', { name: /^Title/ }));
    expect([row.getByText('Mine'), row.getByText('The gates are open')]).toHaveLength(2);
    await press('Keep mine');
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/news'));
    expect(sent.find(({ request }) => request === 'PUT /api/admin/content/news/7')?.body).toMatchObject({
      title: 'Mine',
      snippet: 'Come in.',
      revision: 3,
    });
  });

  it('of a new article is offered too', async () => {
    const draft = { changes: { title: 'Half written' }, revision: null, savedAt: '2026-11-03T09:00:00Z' };
    renderArticle({ 'GET /api/admin/content/news/new/draft': { body: { draft } } }, '/admin/news/new');
    await press('Restore');
    expect((await title()).value).toBe('Half written');
  });
});

describe('the revisions', () => {
  const fields = (text: string) => ({ title: ARTICLE.title, body: text, status: 'published' });
  const revision = (number: number, text: string) => ({
    body: { revision: number, author: 'Mira', savedAt: '2026-11-02T09:00:00Z', fields: fields(text) },
  });
  const REVISIONS = {
    'GET /api/admin/content/news/7/revisions': {
      body: {
        revisions: [
          { revision: 3, author: 'Mira', savedAt: '2026-11-02T09:00:00Z' },
          { revision: 2, author: null, savedAt: '2026-11-01T09:00:00Z' },
        ],
      },
    },
    'GET /api/admin/content/news/7/revisions/3': revision(3, 'The new gate'),
    'GET /api/admin/content/news/7/revisions/2': revision(2, 'The old gate'),
    'POST /api/admin/content/news/7/revisions/2/restore': { body: { ...ARTICLE, revision: 4 } },
  };

  it('show who saved what, and are restored by a new save', async () => {
    const { sent, router } = renderArticle(REVISIONS);
    await press('Revisions');
    const dialog = within(await screen.findByRole('dialog', { name: 'Revisions' }));
    const changed = within(await dialog.findByRole('region', { name: 'Changed fields' }));
    expect([changed.getByText('old').tagName, changed.getByText('new').tagName]).toEqual(['DEL', 'INS']);
    expect(dialog.queryByRole('button', { name: 'Restore this revision' })).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: /Unknown author/ }));
    await userEvent.selectOptions(dialog.getByLabelText('Compare with'), 'now');
    await waitFor(() => expect(dialog.getByText('old').tagName).toBe('INS'));
    await userEvent.click(dialog.getByRole('button', { name: 'Restore this revision' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/news'));
    expect(sent.find(({ request }) => request.endsWith('/restore'))?.body).toEqual({ revision: 3 });
    expect(screen.getByText('Revision restored.')).toBeDefined();
  });

  it('open by the address, as the preview does', async () => {
    const { router, unmount } = renderArticle(REVISIONS, '/admin/news/7?open=revisions');
    expect(await screen.findByRole('dialog', { name: 'Revisions' })).toBeDefined();
    expect(router.state.location.search).toBe('');
    unmount();
    renderArticle({}, '/admin/news/7?open=preview');
    expect(await screen.findByRole('dialog', { name: /Preview/ })).toBeDefined();
  });

  it('open over unsaved changes, which are asked about only when the page is left', async () => {
    const { router } = renderArticle(REVISIONS);
    await type('Unsaved');
    await router.navigate('/admin/news/7?open=preview');
    expect(await screen.findByRole('dialog', { name: /Preview/ })).toBeDefined();
    expect(screen.queryByRole('dialog', { name: 'Unsaved changes' })).toBeNull();
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  it('are restored over no unsaved changes', async () => {
    renderArticle(REVISIONS);
    await type('Unsaved');
    await press('Revisions');
    await userEvent.click(await screen.findByRole('button', { name: /Unknown author/ }));
    const restore = await screen.findByRole('button', { name: 'Restore this revision' });
    expect(restore.hasAttribute('disabled')).toBe(true);
    expect(screen.getByText(/has unsaved changes/)).toBeDefined();
  });
});
