import { beforeEach, expect, test } from 'vitest';
import { usePortal } from '#test/account-journeys.ts';
import { type PatchNoteText } from '#features/patch-notes/patch-notes.service.ts';
import { createPatchNote } from '#test/articles.ts';
import { patchNotes } from '#features/patch-notes/patch-notes.tables.ts';

const PATCH_NOTE: PatchNoteText = {
  status: 'published',
  version: '1.10',
  title: 'Emberdeep',
  body: '- A dungeon',
  releaseDate: '2026-11-05',
};

const { parts, app } = await usePortal();
beforeEach(async () => {
  await parts.db.delete(patchNotes);
});

test.each(['/api/content/patchnotes', '/api/content/patchnotes/', '/api/content/patchnotes/?limit=15'])(
  'a visitor reads the newest release first at %s',
  async (url) => {
    const older = await createPatchNote(parts.db, { ...PATCH_NOTE, releaseDate: '2026-10-01' });
    const newest = await createPatchNote(parts.db, PATCH_NOTE);
    const sameDay = await createPatchNote(parts.db, { ...PATCH_NOTE, version: '1.10.1' });
    await createPatchNote(parts.db, { ...PATCH_NOTE, status: 'draft', releaseDate: '2026-12-01' });

    const response = await app.inject(url);

    expect(response.statusCode).toBe(200);
    const body = response.json();
    expect(body.total).toBe(3);
    expect(body.patchNotes.map(({ id }: { id: number }) => id)).toEqual([sameDay, newest, older]);
    expect(body.patchNotes[1]).toEqual({
      id: newest,
      version: '1.10',
      title: 'Emberdeep',
      releaseDate: '2026-11-05',
      summary: 'A dungeon',
      changes: { new: 0, changed: 1, fixed: 0 },
    });
  },
);

test('returns 15 patch notes without a limit, and an empty list without any', async () => {
  expect((await app.inject('/api/content/patchnotes')).json()).toEqual({ patchNotes: [], total: 0 });
  const ids = await Promise.all(Array.from({ length: 17 }, () => createPatchNote(parts.db, PATCH_NOTE)));
  const body = (await app.inject('/api/content/patchnotes')).json();
  expect(body.patchNotes).toHaveLength(15);
  expect(body.total).toBe(ids.length);
});

test('a visitor reads one patch note with its HTML', async () => {
  const id = await createPatchNote(parts.db, PATCH_NOTE);
  const response = await app.inject(`/api/content/patchnotes/${id}`);
  expect(response.statusCode).toBe(200);
  expect(response.json()).toEqual({
    id,
    version: '1.10',
    title: 'Emberdeep',
    releaseDate: '2026-11-05',
    summary: 'A dungeon',
    changes: { new: 0, changed: 1, fixed: 0 },
    body: '- A dungeon',
    bodyHtml: '<ul>\n<li>A dungeon</li>\n</ul>',
    next: null,
  });
});

test('a draft and an unknown patch note are not found', async () => {
  const id = await createPatchNote(parts.db, { ...PATCH_NOTE, status: 'draft' });
  for (const missing of [id, 2_147_483_647]) {
    const response = await app.inject(`/api/content/patchnotes/${missing}`);
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ code: 'not_found', message: 'Patch note not found.' });
  }
});

const COUNTED = `
- Fixed a crash at the start
- The gates are open

A *quiet* week, with "less" < & more.

## What's new
- A mount
  - its saddle
- A town

### Towns
- Harrowgate

## Gameplay
- **Duels** have been added.
- Food is cheaper.

## Bug fixes

1. The inn has a door.

**Balance:**

- Bows do less harm.

## Known issues
- Shadows flicker.
`;

test('counts what is new, changed and fixed, and says how it begins', async () => {
  await createPatchNote(parts.db, { ...PATCH_NOTE, body: COUNTED });
  const [item] = (await app.inject('/api/content/patchnotes')).json().patchNotes;
  expect(item.summary).toBe('A quiet week, with "less" < & more.');
  expect(item.changes).toEqual({ new: 5, changed: 2, fixed: 2 });
});

test('cuts a long summary at the end of a word', async () => {
  await createPatchNote(parts.db, { ...PATCH_NOTE, body: 'forty-two '.repeat(40) });
  const [item] = (await app.inject('/api/content/patchnotes')).json().patchNotes;
  expect(item.summary).toMatch(/^(forty-two )+forty-two…$/);
  expect(item.summary.length).toBeLessThanOrEqual(200);
});
