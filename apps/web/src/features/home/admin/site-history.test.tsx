import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SiteSettings } from '@waygate/contract/home/home.admin.schemas';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readDraft } from '#features/admin/editor/drafts.ts';
import { route as sitePage } from '#pages/admin/site/AdminSitePage.tsx';
import { press } from '#test/press.ts';
import { type Answers, renderAdmin } from '#test/render-admin.tsx';

beforeAll(() => {
  window.scrollTo = () => {};
});
beforeEach(() => localStorage.clear());

const SETTINGS: SiteSettings = {
  maintenanceText: '',
  maintenanceEnd: null,
  featuredProductId: null,
  clientVersion: '1.4',
  requirements: [{ name: 'Memory', minimum: '4 GB', recommended: '8 GB' }],
  revision: 3,
};
const READ = 'GET /api/admin/site/settings/draft';
const KEEP = 'PUT /api/admin/site/settings/draft';
const SAVE = 'PUT /api/admin/site/settings';
const RESTORE = 'POST /api/admin/site/settings/revisions/2/restore';

function open(answers: Answers = {}) {
  return renderAdmin({
    pages: { '/admin/site': <sitePage.Component /> },
    at: '/admin/site',
    answers: {
      'GET /api/admin/site/settings': { body: SETTINGS },
      'GET /api/admin/site/products': { body: { products: [] } },
      'GET /api/admin/site/gallery': { body: { pictures: [] } },
      [READ]: { body: { draft: null } },
      [KEEP]: { body: { savedAt: '2026-11-03T09:00:00Z' } },
      'DELETE /api/admin/site/settings/draft': { status: 204 },
      ...answers,
    },
  });
}

const item = (revision: number) => ({ revision, author: 'Gatekeeper', savedAt: '2026-11-02T09:00:00Z' });
const version = () => screen.findByLabelText<HTMLInputElement>("Client's version");
const type = async (text: string) => fireEvent.change(await version(), { target: { value: text } });
const waits = { timeout: 4000 };
const bodyOf = (sent: { request: string; body: unknown }[], of: string) =>
  sent.findLast(({ request }) => request === of)?.body;

describe('unsaved site settings', () => {
  it('are kept on the server a moment later, the requirements too', async () => {
    const { sent } = open();
    await type('1.5');
    await userEvent.type(screen.getByLabelText('Minimum'), '!');
    await waitFor(
      () =>
        expect(bodyOf(sent, KEEP)).toEqual({
          changes: {
            clientVersion: '1.5',
            requirements: '[{"name":"Memory","minimum":"4 GB!","recommended":"8 GB"}]',
          },
          revision: 3,
        }),
      waits,
    );
    expect(await screen.findByText('Your draft is kept. Nobody else sees it.')).toBeDefined();
  });

  it('are offered on another device, and are gone once they are saved', async () => {
    const changes = {
      clientVersion: '1.5',
      requirements: '[{"name":"Memory","minimum":"4 GB","recommended":"8 GB"},{"name":"Disk"}]',
    };
    const draft = { changes, revision: 3, savedAt: '2026-11-03T09:00:00Z' };
    const { sent } = open({
      [READ]: { body: { draft } },
      [SAVE]: { body: { ...SETTINGS, clientVersion: '1.6', revision: 4 } },
    });
    await press('Restore');
    expect((await version()).value).toBe('1.5');
    await press('Add a row');
    expect(screen.getAllByRole('group', { name: /^Row/ })).toHaveLength(3);
    await press('Remove row 3');
    await type('1.6');
    await waitFor(() => expect(readDraft('site settings')?.text).toContain('1.6'), waits);
    await press('Save settings');
    expect(await screen.findByText('Site settings saved.')).toBeDefined();
    await waitFor(async () => expect((await version()).value).toBe('1.6'));
    expect(bodyOf(sent, SAVE)).toMatchObject({ clientVersion: '1.6', revision: 3 });
    expect([screen.queryByText(/unsaved draft/), readDraft('site settings')]).toEqual([null, undefined]);
  });

  it('are shown next to what somebody else has saved since', async () => {
    const draft = { changes: { clientVersion: '1.5' }, revision: 2, savedAt: '2026-11-03T09:00:00Z' };
    const { sent } = open({ [READ]: { body: { draft } }, [SAVE]: { body: { ...SETTINGS, revision: 4 } } });
    await press('Restore');
    const row = within(await screen.findByRole('row', { name: /^Client's version/ }));
    expect([row.getByText('1.5'), row.getByText('1.4')]).toHaveLength(2);
    await press('Keep mine');
    await waitFor(() => expect(bodyOf(sent, SAVE)).toMatchObject({ clientVersion: '1.5', revision: 3 }));
  });
});

it('shows what a revision would change, and restores it', async () => {
  let settings = SETTINGS;
  const fields = {
    maintenanceText: '',
    maintenanceEnd: null,
    featuredProduct: null,
    clientVersion: '1.4',
    requirements: 'Memory: 4 GB / 8 GB',
  };
  const { sent } = open({
    'GET /api/admin/site/settings': () => ({ body: settings }),
    'GET /api/admin/site/settings/revisions': { body: { revisions: [item(3), item(2)] } },
    'GET /api/admin/site/settings/revisions/3': { body: { ...item(3), fields } },
    'GET /api/admin/site/settings/revisions/2': {
      body: { ...item(2), fields: { ...fields, clientVersion: '1.3' } },
    },
    [RESTORE]: () => {
      settings = { ...SETTINGS, clientVersion: '1.3', revision: 4 };
      return { body: settings };
    },
  });
  await version();
  await press('Revisions');
  const dialog = within(await screen.findByRole('dialog', { name: 'Revisions' }));
  const [, second] = await dialog.findAllByRole('button', { name: /Gatekeeper/ });
  if (second) await userEvent.click(second);
  await userEvent.selectOptions(await dialog.findByLabelText('Compare with'), 'now');
  expect((await dialog.findByRole('region', { name: 'Changed fields' })).textContent).toBe(
    "Client's version1.43",
  );
  expect(dialog.getByText(/Visitors see them immediately/)).toBeDefined();
  await userEvent.click(dialog.getByRole('button', { name: 'Restore this revision' }));
  await waitFor(async () => expect((await version()).value).toBe('1.3'));
  expect(bodyOf(sent, RESTORE)).toEqual({ revision: 3 });
  expect(screen.queryByRole('dialog')).toBeNull();
});
