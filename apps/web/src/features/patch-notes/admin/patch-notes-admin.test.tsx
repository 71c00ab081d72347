import type { AdminPatchNote } from '@waygate/contract/patch-notes/patch-notes.admin.schemas';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { route as patchNotePage } from '#pages/admin/patch-notes/AdminPatchNotePage.tsx';
import { route as patchNotesPage } from '#pages/admin/patch-notes/AdminPatchNotesPage.tsx';
import { press } from '#test/press.ts';
import { renderAdmin } from '#test/render-admin.tsx';

// Pages are reached by steps, and happy-dom has nothing to scroll.
beforeAll(() => {
  window.scrollTo = () => {};
});

const NOTE: AdminPatchNote = {
  id: 4,
  version: '1.10',
  title: 'Emberdeep',
  releaseDate: '2026-11-05',
  summary: 'A dungeon',
  changes: { new: 0, changed: 1, fixed: 0 },
  body: '- A dungeon',
  bodyHtml: '<ul><li>A dungeon</li></ul>',
  status: 'published',
  publishedAt: '2026-11-05T10:00:00Z',
  publishedUntil: null,
  createdAt: '2026-11-01T09:00:00Z',
  updatedAt: '2026-11-02T09:00:00Z',
  revision: 2,
};

const LIST = 'GET /api/admin/content/patchnotes?page=1&limit=15';

function renderNotes(at: string, answers: Parameters<typeof renderAdmin>[0]['answers'] = {}) {
  return renderAdmin({
    pages: {
      '/admin/patch-notes': <patchNotesPage.Component />,
      '/admin/patch-notes/new': <patchNotePage.Component />,
      '/admin/patch-notes/:patchNoteId': <patchNotePage.Component />,
    },
    at,
    webMgt: 7,
    privilege: 0,
    answers: {
      [LIST]: { body: { patchNotes: [NOTE], total: 1 } },
      'GET /api/admin/content/patchnotes/4': { body: NOTE },
      'POST /api/admin/content/preview': { body: { bodyHtml: '' } },
      ...answers,
    },
  });
}

const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);

describe('the list of patch notes', () => {
  it('shows version, release date and status, and leads to each', async () => {
    renderNotes('/admin/patch-notes');
    const row = within((await screen.findAllByRole('row'))[1] ?? document.body);
    expect(row.getByText('1.10')).toBeDefined();
    expect(row.getByText('Published')).toBeDefined();
    expect(row.getByText(/November/).getAttribute('datetime')).toBe('2026-11-05');
    expect(row.getByRole('link', { name: 'View Emberdeep on the site' }).getAttribute('href')).toBe(
      '/patch-notes/4',
    );
  });

  it('says when it cannot be loaded', async () => {
    renderNotes('/admin/patch-notes', { [LIST]: { status: 404, body: {} } });
    expect(await screen.findByText('Failed to fetch patch notes.')).toBeDefined();
  });

  it('asks before one is deleted, and says on the tab what went wrong', async () => {
    renderNotes('/admin/patch-notes', {
      'DELETE /api/admin/content/patchnotes/4': { status: 500, body: {} },
    });
    await press('Delete Emberdeep');
    expect(screen.getByText('This action cannot be undone.')).toBeDefined();
    await press('Delete');
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to delete patch note.');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('a patch note', () => {
  it('is written as a draft, with its day', async () => {
    const { sent, router } = renderNotes('/admin/patch-notes/new', {
      'POST /api/admin/content/patchnotes': { body: { ...NOTE, status: 'draft' } },
    });
    await userEvent.type(await field('Version'), '1.11');
    await userEvent.type(await field('Title'), 'Lanternfall');
    await userEvent.type(await field('Release date'), '2026-12-01');
    await press('Save');
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/patch-notes'));
    expect(sent.find(({ request }) => request === 'POST /api/admin/content/patchnotes')?.body).toEqual({
      publishAt: null,
      publishUntil: null,
      version: '1.11',
      title: 'Lanternfall',
      releaseDate: '2026-12-01',
      body: '',
      status: 'draft',
    });
  });

  it('is rewritten on top of what was read, and a conflict shows both versions', async () => {
    const theirs = { ...NOTE, releaseDate: '2026-11-06', revision: 3 };
    const { sent } = renderNotes('/admin/patch-notes/4', {
      'PUT /api/admin/content/patchnotes/4': {
        status: 409,
        body: { code: 'conflict', message: 'Somebody else…', current: theirs },
      },
    });
    await userEvent.selectOptions(await field('Status'), 'Draft');
    await press('Save');
    const day = within(await screen.findByRole('row', { name: /^Release date/ }));
    expect(day.getByText('2026-11-05')).toBeDefined();
    expect(day.getByText('2026-11-06')).toBeDefined();
    expect(sent.find(({ request }) => request === 'PUT /api/admin/content/patchnotes/4')?.body).toMatchObject(
      {
        status: 'draft',
        revision: 2,
      },
    );
    await press('Take theirs');
    expect((await field('Release date')).value).toBe('2026-11-06');
    expect((await field('Status')).value).toBe('published');
  });

  it('says so when it cannot be saved', async () => {
    renderNotes('/admin/patch-notes/4', { 'PUT /api/admin/content/patchnotes/4': { status: 500, body: {} } });
    await userEvent.type(await field('Title'), '!');
    await press('Save');
    expect(await screen.findByText('Failed to update patch note')).toBeDefined();
  });
});
