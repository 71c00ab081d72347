import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AdminGalleryPicture, SiteSettings } from '@waygate/contract/home/home.admin.schemas';
import type { LibraryPicture } from '@waygate/contract/picture-library/picture-library.schemas';
import { beforeAll, describe, expect, it } from 'vitest';
import { route as sitePage } from '#pages/admin/site/AdminSitePage.tsx';
import { press } from '#test/press.ts';
import { type Answers, renderAdmin } from '#test/render-admin.tsx';

beforeAll(() => {
  window.scrollTo = () => {};
});

const SETTINGS: SiteSettings = {
  maintenanceText: '',
  maintenanceEnd: null,
  featuredProductId: 7,
  clientVersion: '1.4',
  requirements: [
    { name: 'Memory', minimum: '4 GB', recommended: '8 GB' },
    { name: 'Disk', minimum: '20 GB', recommended: '' },
  ],
  revision: 3,
};
const picture = (pictureId: number, alt: string): AdminGalleryPicture => ({
  pictureId,
  imageUrl: `/media/${String(pictureId).repeat(32)}.webp`,
  alt,
  caption: '',
  width: 1280,
  height: 720,
  revision: 1,
});
const [GATE, RIVER] = [picture(1, 'A gate'), picture(2, 'A river')];

const GET = 'GET /api/admin/site/settings';
const PUT = 'PUT /api/admin/site/settings';
const GALLERY = 'GET /api/admin/site/gallery';

function open(answers: Answers = {}) {
  return renderAdmin({
    pages: { '/admin/site': <sitePage.Component />, '/admin/news': <p>All articles</p> },
    at: '/admin/site',
    answers: {
      [GET]: { body: SETTINGS },
      'GET /api/admin/site/products': {
        body: {
          products: [
            { productId: 7, name: 'Cape', isOnSale: true },
            { productId: 8, name: 'Horn', isOnSale: false },
          ],
        },
      },
      [GALLERY]: { body: { pictures: [GATE, RIVER] } },
      'GET /api/admin/site/settings/draft': { body: { draft: null } },
      ...answers,
    },
  });
}

const bodiesOf = (sent: { request: string; body: unknown }[], request: string) =>
  sent.filter((call) => call.request === request).map(({ body }) => body);

describe('the site settings', () => {
  it('are saved together with the version that was read, and the next save with the next one', async () => {
    let revision = 3;
    const { sent } = open({
      [PUT]: () => {
        revision += 1;
        return { body: { ...SETTINGS, maintenanceText: 'New disks', featuredProductId: 8, revision } };
      },
    });
    await userEvent.type(await screen.findByLabelText('Notice'), 'New disks');
    await userEvent.selectOptions(screen.getByLabelText('Featured product'), 'Horn (not on sale now)');
    await press('Move Disk up');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move Disk down' }));
    await press('Save settings');
    expect(await screen.findByText('Site settings saved.')).toBeDefined();
    expect(screen.getByLabelText('Notice')).toHaveProperty('value', 'New disks');
    await press('Save settings');
    await waitFor(() =>
      expect(bodiesOf(sent, PUT)).toMatchObject([
        {
          maintenanceText: 'New disks',
          maintenanceEnd: null,
          featuredProductId: 8,
          requirements: [{ name: 'Disk', minimum: '20 GB', recommended: '' }, { name: 'Memory' }],
          revision: 3,
        },
        { revision: 4 },
      ]),
    );
  });

  it('show what is wrong at the field, and lose nothing', async () => {
    const message = 'Please say what is needed, or remove the row.';
    open({
      [PUT]: {
        status: 400,
        body: { code: 'validation_failed', message, fields: { 'requirements.2.minimum': message } },
      },
    });
    await press('Add a row');
    await userEvent.keyboard('CPU');
    await press('Save settings');
    const row = within(screen.getByRole('group', { name: 'Row 3' }));
    expect(await row.findByText(message)).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(row.getByLabelText('Minimum')));
    expect(row.getByLabelText('Name')).toHaveProperty('value', 'CPU');
  });

  it('show both versions after a conflict, and ask before unsaved changes are left', async () => {
    const current = { ...SETTINGS, clientVersion: '1.5', revision: 4 };
    open({ [PUT]: { status: 409, body: { code: 'conflict', message: 'Somebody else…', current } } });
    await userEvent.type(await screen.findByLabelText('Notice'), 'Soon');
    await press('Save settings');
    expect((await screen.findByRole('row', { name: /Client's version/ })).textContent).toMatch(/1\.4.*1\.5/);
    await userEvent.click(screen.getByRole('link', { name: 'News' }));
    expect(await screen.findByRole('dialog', { name: 'Unsaved changes' })).toBeDefined();
  });
});

describe('the gallery', () => {
  it('says what to do when it is empty, and takes a described picture', async () => {
    let pictures: AdminGalleryPicture[] = [];
    const { sent } = open({
      [GALLERY]: () => ({ body: { pictures } }),
      'POST /api/admin/content/images': { body: { url: '/api/media/9.webp', width: 64, height: 48 } },
      'POST /api/admin/site/gallery': () => {
        pictures = [GATE];
        return { body: GATE };
      },
    });
    expect(await screen.findByText(/There are no pictures yet/)).toBeDefined();
    await press('Add a picture');
    const dialog = within(screen.getByRole('dialog', { name: 'New picture' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Add' }));
    expect(dialog.getByRole('alert').textContent).toBe('2 fields need your attention.');
    await userEvent.upload(dialog.getByLabelText('Picture'), new File(['x'], 'a.png', { type: 'image/png' }));
    await dialog.findByRole('img', { name: 'Picture: preview' });
    await userEvent.type(dialog.getByLabelText('Description'), 'A gate');
    await userEvent.click(dialog.getByRole('button', { name: 'Add' }));
    expect(await screen.findByRole('img', { name: 'A gate' })).toBeDefined();
    expect(bodiesOf(sent, 'POST /api/admin/site/gallery')).toEqual([
      { imageUrl: '/api/media/9.webp', alt: 'A gate', caption: '' },
    ]);
  });

  it('takes a picture of the library with its description', async () => {
    const kept: LibraryPicture = {
      name: `${'c'.repeat(32)}.webp`,
      url: `/api/media/${'c'.repeat(32)}.webp`,
      fileName: 'tower.png',
      alt: 'A tower',
      width: null,
      height: null,
      bytes: 83_500,
      uploadedAt: '2026-11-20T10:00:00Z',
      isKept: false,
      uses: [],
      useCount: 0,
    };
    const { sent } = open({
      [GALLERY]: { body: { pictures: [] } },
      'GET /api/admin/content/images?search=&use=all': { body: { pictures: [kept], before: null } },
      'POST /api/admin/site/gallery': { body: GATE },
    });
    await press('Add a picture');
    const dialog = within(screen.getByRole('dialog', { name: 'New picture' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Choose from the library' }));
    await userEvent.click(await screen.findByRole('option', { name: /tower/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Use picture' }));
    await dialog.findByDisplayValue('A tower');
    await userEvent.click(dialog.getByRole('button', { name: 'Add' }));
    await expect
      .poll(() => bodiesOf(sent, 'POST /api/admin/site/gallery'))
      .toEqual([{ imageUrl: kept.url, alt: 'A tower', caption: '' }]);
  });

  it('is put in order by buttons that keep the focus, and emptied after a confirmation', async () => {
    let pictures = [GATE, RIVER];
    const { sent } = open({
      [GALLERY]: () => ({ body: { pictures } }),
      'PUT /api/admin/site/gallery/order': () => {
        pictures = [RIVER, GATE];
        return { body: { pictures } };
      },
      'DELETE /api/admin/site/gallery/1': () => {
        pictures = [RIVER];
        return { status: 204 };
      },
    });
    await press('Move picture 2 up');
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move picture 1 down' })),
    );
    expect(screen.getAllByRole('img').map((shown) => shown.getAttribute('alt'))).toEqual([
      'A river',
      'A gate',
    ]);
    expect(bodiesOf(sent, 'PUT /api/admin/site/gallery/order')).toEqual([
      { pictureIds: [2, 1], seenPictureIds: [1, 2] },
    ]);
    await press('Remove picture 2');
    const question = within(screen.getByRole('dialog', { name: 'Remove this picture?' }));
    await userEvent.click(question.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByRole('img', { name: 'A gate' })).toBeNull());
  });

  it('shows the order of somebody else who was first', async () => {
    const current = { pictures: [RIVER] };
    let pictures = [GATE, RIVER];
    open({
      [GALLERY]: () => ({ body: { pictures } }),
      'PUT /api/admin/site/gallery/order': () => {
        pictures = [RIVER];
        return { status: 409, body: { code: 'conflict', message: 'Somebody else…', current } };
      },
    });
    await press('Move picture 2 up');
    expect(await screen.findByText(/Somebody else changed the gallery/)).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('img', { name: 'A gate' })).toBeNull());
  });
});
