import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { route as patchNotePage } from '#pages/patch-notes/PatchNotePage.tsx';
import { route as patchNotesPage } from '#pages/patch-notes/PatchNotesPage.tsx';
import { fakeServer, gate, renderPage } from '#test/render-page.tsx';

const LIST = 'GET /api/content/patchnotes?limit=15';
const EMBERDEEP = {
  id: 3,
  version: '1.2.0',
  title: 'Emberdeep',
  releaseDate: '2026-11-05',
  summary: 'A dungeon for five players.',
  changes: { new: 3, changed: 0, fixed: 12 },
};

const routes = [
  { path: '/patch-notes', ...patchNotesPage },
  { path: '/patch-notes/:patchNoteId', ...patchNotePage },
];

const serveList = (patchNotes: unknown[]) =>
  fakeServer({ [LIST]: { body: { patchNotes, total: patchNotes.length } } });

const servePatchNote = (body: unknown, status = 200) =>
  fakeServer({ 'GET /api/content/patchnotes/3': { status, body } });

describe('the patch notes', () => {
  it('show a loading text, then version, long date, title and a link for each', async () => {
    const { opened, open } = gate();
    fakeServer({
      [LIST]: async () => {
        await opened;
        return { body: { patchNotes: [EMBERDEEP], total: 1 } };
      },
    });
    renderPage({ routes, at: '/patch-notes' });
    expect(await screen.findByText('Loading Patch Notes...')).toBeDefined();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('PATCH NOTES');
    open();
    const entry = within(
      (await screen.findByRole('heading', { name: 'Emberdeep' })).closest('li') ?? document.body,
    );
    expect(entry.getByText('Version 1.2.0')).toBeDefined();
    expect(entry.getByText(/2026/).textContent).toMatch(/November/);
    expect(entry.getByRole('heading', { name: 'Emberdeep' })).toBeDefined();
    expect(entry.getByText('A dungeon for five players.')).toBeDefined();
    const counts = within(entry.getByRole('list', { name: 'Changes' })).getAllByRole('listitem');
    expect(counts.map(({ textContent }) => textContent)).toEqual(['3 new', '12 fixed']);
    expect(entry.getByRole('link', { name: /^View Details/ }).getAttribute('href')).toBe('/patch-notes/3');
    expect(screen.getByRole('heading', { name: 'ARCHIVE' })).toBeDefined();
    expect(screen.getByText('Patch history index coming soon.')).toBeDefined();
  });

  it('hide the archive when there are none', async () => {
    serveList([]);
    renderPage({ routes, at: '/patch-notes' });
    expect(await screen.findByText('No patch notes found.')).toBeDefined();
    expect(screen.queryByText('ARCHIVE')).toBeNull();
  });

  it('show why loading failed', async () => {
    fakeServer({ [LIST]: { status: 500 } });
    renderPage({ routes, at: '/patch-notes' });
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to load patch notes.');
  });
});

describe('a patch note', () => {
  it('is headed by version and title', async () => {
    servePatchNote({
      ...EMBERDEEP,
      body: 'x',
      bodyHtml: '<p>Five players.</p>',
      next: { ...EMBERDEEP, id: 2, version: '1.1.0' },
    });
    renderPage({ routes, at: '/patch-notes/3' });
    expect(await screen.findByRole('heading', { name: 'Version 1.2.0 - Emberdeep' })).toBeDefined();
    expect(screen.getByText('1.2.0')).toBeDefined();
    expect(screen.getByText('Five players.')).toBeDefined();
    const previous = screen.getByRole('link', { name: 'Version 1.1.0 - Emberdeep' });
    expect(previous.getAttribute('href')).toBe('/patch-notes/2');
    expect(screen.getByRole('link', { name: 'Back to Patch Notes' }).getAttribute('href')).toBe(
      '/patch-notes',
    );
  });

  it('is not found when it is unknown', async () => {
    servePatchNote({ code: 'not_found', message: 'Nothing here.' }, 404);
    renderPage({ routes, at: '/patch-notes/3' });
    expect(await screen.findByRole('heading', { name: 'Patch note not found.' })).toBeDefined();
  });

  it('shows why loading failed', async () => {
    servePatchNote({}, 500);
    renderPage({ routes, at: '/patch-notes/3' });
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to load patch note details.');
  });
});
