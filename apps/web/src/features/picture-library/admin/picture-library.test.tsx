import type { LibraryPicture } from '@waygate/contract/picture-library/picture-library.schemas';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Answers, renderAdmin } from '#test/render-admin.tsx';
import { PictureLibrary } from './PictureLibrary.tsx';

beforeAll(() => {
  window.scrollTo = () => {};
});

const picture = (letter: string, fields: Partial<LibraryPicture> = {}): LibraryPicture => ({
  name: `${letter.repeat(32)}.webp`,
  url: `/api/media/${letter.repeat(32)}.webp`,
  fileName: `${letter}.png`,
  alt: '',
  width: 1200,
  height: 675,
  bytes: 83_500,
  uploadedAt: '2026-11-20T10:00:00Z',
  isKept: false,
  uses: [],
  useCount: 0,
  ...fields,
});

const GATE = picture('a', {
  fileName: 'gate.png',
  alt: 'A gate',
  uses: [
    { kind: 'article', id: 7, title: 'Lanternfall' },
    { kind: 'product', id: 3, title: null },
  ],
  useCount: 9,
});
const RIVER = picture('b', { fileName: 'river.png' });
const LIST = 'GET /api/admin/content/images?search=&use=all';
const UPLOAD = 'POST /api/admin/content/images';
const listed = (...pictures: LibraryPicture[]) => ({ body: { pictures, before: null } });

function Page({ onTake }: { onTake: (picture: LibraryPicture) => void }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <form onInput={() => onTake(RIVER)}>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      {isOpen && <PictureLibrary takeLabel="Use picture" onTake={onTake} onClose={() => setIsOpen(false)} />}
    </form>
  );
}

async function open(answers: Answers) {
  const onTake = vi.fn<(picture: LibraryPicture) => void>();
  const view = renderAdmin({
    at: '/admin/news',
    pages: { '/admin/news': <Page onTake={onTake} /> },
    answers,
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Open' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Picture library' }));
  return { ...view, onTake, dialog, user: userEvent.setup() };
}

const options = () => screen.findAllByRole('option');

describe('the picture library', () => {
  it('moves the choice with the arrow keys, and takes it with Enter', async () => {
    const { dialog, user, onTake } = await open({ [LIST]: listed(GATE, RIVER) });
    const [gate, river] = await options();
    expect(document.activeElement).toBe(dialog.getByLabelText('Search pictures'));
    expect(dialog.getByRole('button', { name: 'Use picture' })).toHaveProperty('disabled', true);
    gate?.focus();
    await user.keyboard('{End}');
    expect(document.activeElement).toBe(river);
    expect(river?.getAttribute('aria-selected')).toBe('true');
    expect(dialog.getByRole('heading', { name: 'river.png' })).toBeDefined();
    await user.keyboard('{ArrowLeft}');
    expect(document.activeElement).toBe(gate);
    expect(dialog.getByText('1200 × 675 px, 84 kB')).toBeDefined();
    expect(dialog.getByRole('link', { name: /^Lanternfall/ }).getAttribute('href')).toBe('/admin/news/7');
    expect(dialog.getByText('Product of another section')).toBeDefined();
    expect(dialog.getByText('and 7 more')).toBeDefined();
    expect(dialog.queryByRole('button', { name: 'Delete picture' })).toBeNull();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(onTake.mock.calls).toEqual([[GATE]]));
  });

  it('is searched and filtered, and what is typed in it is no input of the form behind', async () => {
    const { dialog, user, onTake } = await open({
      [LIST]: listed(GATE, RIVER),
      'GET /api/admin/content/images?search=river&use=all': listed(RIVER),
      'GET /api/admin/content/images?search=river&use=used': listed(),
    });
    await options();
    await user.type(dialog.getByLabelText('Search pictures'), 'river');
    await waitFor(async () => expect(await options()).toHaveLength(1));
    expect(dialog.getByText('1 picture.')).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Used' }));
    await dialog.findByText('No picture matches the search and the filter.');
    await user.click(dialog.getByRole('button', { name: 'Show all pictures' }));
    expect(document.activeElement).toBe(dialog.getByLabelText('Search pictures'));
    await waitFor(async () => expect(await options()).toHaveLength(2));
    expect(onTake).not.toHaveBeenCalled();
  });

  it('shows older pictures, and moves the focus to the first of them', async () => {
    const { dialog, user } = await open({
      [LIST]: { body: { pictures: [GATE], before: 'place' } },
      [`${LIST}&before=place`]: listed(RIVER),
    });
    await user.click(await dialog.findByRole('button', { name: 'Show older' }));
    await waitFor(() => expect(document.activeElement?.textContent).toContain('river.png'));
    expect(dialog.queryByRole('button', { name: 'Show older' })).toBeNull();
  });

  it('is empty at first, says why an upload failed, and chooses the picture that was dropped', async () => {
    let pictures: LibraryPicture[] = [];
    let isRefused = true;
    const { dialog, user, sent } = await open({
      [LIST]: () => listed(...pictures),
      [UPLOAD]: () => {
        if (isRefused) return { status: 400, body: { code: 'validation_failed', message: 'Not a picture.' } };
        pictures = [RIVER];
        return { body: { url: RIVER.url, width: 1200, height: 675 } };
      },
    });
    await dialog.findByText('There are no pictures yet. Upload, drop or paste the first one.');
    const file = new File(['x'], 'river\u0007.png', { type: 'image/png' });
    await user.upload(dialog.getByLabelText('Upload pictures'), file);
    expect((await dialog.findByRole('alert')).textContent).toContain('Not a picture.');
    isRefused = false;
    fireEvent.drop(screen.getByRole('dialog'), { dataTransfer: { files: [file], types: ['Files'] } });
    await dialog.findByRole('heading', { name: 'river.png' });
    expect(dialog.queryByRole('alert')).toBeNull();
    // Without its control character.
    expect(sent.find(({ request }) => request === UPLOAD)?.body).toMatchObject({ fileName: 'river.png' });
  });

  it('takes pasted pictures, but no text that comes with a picture, and sends nothing too large', async () => {
    const { dialog, sent } = await open({ [LIST]: listed(GATE), [UPLOAD]: { status: 500 } });
    await options();
    const file = new File(['x'], 'pasted.png', { type: 'image/png' });
    const search = dialog.getByLabelText('Search pictures');
    fireEvent.paste(search, { clipboardData: { files: [file], types: ['text/plain', 'Files'] } });
    expect(dialog.queryByText('Uploading pasted.png…')).toBeNull();
    fireEvent.paste(search, { clipboardData: { files: [file], types: ['Files'] } });
    await dialog.findByText("pasted.png: The picture couldn't be uploaded.");
    const large = new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'large.png');
    fireEvent.drop(document, { dataTransfer: { files: [large], types: ['Files'] } });
    await dialog.findByText(/^large\.png: This file is too large\./);
    expect(sent.filter(({ request }) => request === UPLOAD)).toHaveLength(1);
  });

  it('says why it could not be loaded, and tries again', async () => {
    let answer: { status?: number; body: unknown } = { status: 403, body: { message: 'No.' } };
    const { dialog, user } = await open({ [LIST]: () => answer });
    await dialog.findByText('No.');
    answer = listed(GATE);
    await user.click(dialog.getByRole('button', { name: 'Retry' }));
    expect(await options()).toHaveLength(1);
  });
});

describe('a picture of the library', () => {
  const ONE = '/api/admin/content/images/' + RIVER.name;

  it('is taken with the alternative text that was typed, once that is saved', async () => {
    let answer: { status: number; body?: unknown } = { status: 500, body: {} };
    const { dialog, user, sent, onTake } = await open({
      [LIST]: listed(RIVER),
      [`PUT ${ONE}`]: () => answer,
    });
    await user.click((await options())[0] as Element);
    await user.type(dialog.getByLabelText('Alternative text'), 'A river');
    await user.click(dialog.getByRole('button', { name: 'Use picture' }));
    await dialog.findByText("The alternative text couldn't be saved.");
    expect(onTake).not.toHaveBeenCalled();
    answer = { status: 204 };
    await user.click(dialog.getByRole('button', { name: 'Use picture' }));
    await waitFor(() => expect(onTake.mock.calls).toEqual([[{ ...RIVER, alt: 'A river' }]]));
    expect(sent.filter(({ request }) => request === `PUT ${ONE}`).map(({ body }) => body)).toEqual([
      { alt: 'A river' },
      { alt: 'A river' },
    ]);
  });

  it('keeps what was typed for each, also when an upload ends, and asks before that is lost', async () => {
    let pictures = [RIVER, GATE];
    const { dialog, user, onTake } = await open({
      [LIST]: () => listed(...pictures),
      [UPLOAD]: () => {
        pictures = [picture('c'), RIVER, GATE];
        return { body: { url: picture('c').url, width: 1200, height: 675 } };
      },
      [`PUT ${ONE}`]: { status: 204 },
    });
    const [river, gate] = await options();
    await user.click(river as Element);
    const alt = () => dialog.getByLabelText<HTMLInputElement>('Alternative text');
    await user.type(alt(), 'A river');
    await user.upload(
      dialog.getByLabelText('Upload pictures'),
      new File(['x'], 'c.png', { type: 'image/png' }),
    );
    await dialog.findByText('c.png is in the library.');
    await waitFor(async () => expect(await options()).toHaveLength(3));
    expect(dialog.getByRole('heading', { name: 'river.png' })).toBeDefined();
    await user.click(gate as Element);
    await user.type(alt(), ' of stone');
    await user.click(river as Element);
    expect(alt().value).toBe('A river');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    dialog.getByText('You have unsaved changes. Discard them?');
    await user.click(dialog.getByRole('button', { name: 'Keep editing' }));
    await user.click(dialog.getByRole('button', { name: 'Use picture' }));
    await user.click(await dialog.findByRole('button', { name: 'Discard changes' }));
    expect(onTake.mock.calls).toEqual([[{ ...RIVER, alt: 'A river' }]]);
  });

  it('is kept, or deleted after a confirmation, which leaves the focus in the list', async () => {
    let pictures = [RIVER, GATE];
    const { dialog, user } = await open({
      [LIST]: () => listed(...pictures),
      [`PUT ${ONE}`]: { status: 204 },
      [`DELETE ${ONE}`]: () => {
        pictures = [GATE];
        return { status: 204 };
      },
    });
    await user.click((await options())[0] as Element);
    pictures = [{ ...RIVER, isKept: true }, GATE];
    await user.click(dialog.getByLabelText('Keep in the library'));
    await screen.findByText('Picture kept in the library.');
    await waitFor(() => expect(dialog.queryByRole('button', { name: 'Delete picture' })).toBeNull());
    pictures = [RIVER, GATE];
    await user.click(dialog.getByLabelText('Keep in the library'));
    await user.click(await dialog.findByRole('button', { name: 'Delete picture' }));
    const question = within(screen.getByRole('dialog', { name: 'Delete river.png?' }));
    await user.click(question.getByRole('button', { name: 'Delete' }));
    await screen.findByText('Picture deleted.');
    await waitFor(() => expect(document.activeElement?.textContent).toContain('gate.png'));
    expect(dialog.getByText('Picture deleted.')).toBeDefined();
  });

  it('says why it was not deleted, and that its text is saved, with the focus in its details', async () => {
    let pictures = [RIVER];
    const { dialog, user } = await open({
      [LIST]: () => listed(...pictures),
      [`PUT ${ONE}`]: { status: 204 },
      [`DELETE ${ONE}`]: () => {
        pictures = [{ ...RIVER, useCount: 1 }];
        return { status: 409, body: { code: 'conflict', message: 'An article uses it.' } };
      },
    });
    await user.click((await options())[0] as Element);
    await user.type(dialog.getByLabelText('Alternative text'), 'A river');
    const save = dialog.getByRole('button', { name: 'Save text' });
    await user.click(save);
    await dialog.findByText('Alternative text saved.');
    expect(document.activeElement).toBe(save);
    await user.click(dialog.getByRole('button', { name: 'Delete picture' }));
    const question = within(screen.getByRole('dialog', { name: 'Delete river.png?' }));
    await user.click(question.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(document.activeElement?.textContent).toBe('river.png'));
    expect(dialog.getByRole('alert').textContent).toContain('An article uses it.');
  });
});
