import type { Season } from '@waygate/contract/drops/drops.admin.schemas';
import type { ListedReward } from '@waygate/contract/twitch-rewards/twitch-rewards.schemas';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { route as dropsPage } from '#pages/admin/twitch-drops/AdminTwitchDropsPage.tsx';
import { SEASON } from '#test/admin-drops.tsx';
import { SERVER_NAMES, TWO_SERVERS } from '#test/game-servers.ts';
import { press } from '#test/press.ts';
import { renderAdmin } from '#test/render-admin.tsx';

const CAPE: ListedReward = {
  rewardId: 5,
  season: 2,
  type: 'viewer',
  title: 'Ember cape',
  description: 'It glows.',
  requiredMinutes: 150,
  itemId: 4711,
  serverItems: [],
  itemQuantity: 1,
  itemName: 'Cape of embers',
  imageUrl: '/media/cape.webp',
  createdAt: '2026-11-01T09:00:00Z',
  updatedAt: '2026-11-01T09:00:00Z',
  hasClaims: false,
  revision: 3,
};
const LANTERN: ListedReward = {
  ...CAPE,
  rewardId: 6,
  type: 'streamer',
  title: 'Lantern',
  description: '',
  requiredMinutes: 45,
  itemQuantity: 3000,
  itemName: 'Lantern',
  imageUrl: null,
};

const EMBERS: Season = { ...SEASON, name: 'Embers', rewards: 2, revision: 1 };
const FROST: Season = { ...EMBERS, seasonId: 3, name: 'Frost', isCurrent: false, rewards: 0 };

const LIST = 'GET /api/admin/twitch/rewards';
const SEASONS = 'GET /api/admin/twitch/seasons';
const CREATE = 'POST /api/admin/twitch/rewards';

function renderDrops(answers: Parameters<typeof renderAdmin>[0]['answers'] = {}) {
  return renderAdmin({
    pages: { '/admin/twitch-drops': <dropsPage.Component /> },
    at: '/admin/twitch-drops',
    webMgt: 13,
    privilege: 0,
    answers: {
      [LIST]: { body: { rewards: [CAPE, LANTERN] } },
      [SEASONS]: { body: { seasons: [FROST, EMBERS] } },
      ...answers,
    },
  });
}

const dialog = () => within(screen.getByRole('dialog'));
const field = (name: string) => dialog().getByLabelText<HTMLInputElement>(name);
const pictureFile = (bytes = 1) => new File([new Uint8Array(bytes)], 'cape.png', { type: 'image/png' });

/** How often the seasons were asked for, each with how many rewards it has. */
const askedForSeasons = (sent: { request: string }[]) =>
  sent.filter(({ request }) => request === SEASONS).length;

async function retype(name: string, text: string) {
  await userEvent.clear(field(name));
  await userEvent.type(field(name), text);
}

describe('the list of rewards', () => {
  it('shows each with its picture, its time and its item', async () => {
    renderDrops();
    const rows = await screen.findAllByRole('row');
    const [, cape, lantern] = rows.map((row) => within(row));
    for (const text of ['Ember cape', 'Embers (2)', 'Viewers', '2h 30m', '1 × Cape of embers', '#4711']) {
      expect(await cape?.findByText(text)).toBeDefined();
    }
    for (const text of ['Lantern', 'Streamers', '45 min', '3,000 × Lantern', '#4711', 'None']) {
      expect(lantern?.getByText(text)).toBeDefined();
    }
  });

  it('can be searched', async () => {
    renderDrops();
    await userEvent.type(
      await screen.findByRole('searchbox', { name: 'Search by title or description' }),
      'GLOWS',
    );
    await waitFor(() => expect(screen.queryByText('Lantern')).toBeNull());
    expect(screen.getByText('Ember cape')).toBeDefined();
  });

  it('says when it cannot be loaded', async () => {
    renderDrops({ [LIST]: { status: 404, body: {} } });
    expect(await screen.findByText('Failed to fetch Twitch Drop rewards.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined();
  });
});

describe('a reward', () => {
  it('is set up by a form with its picture, which can be looked at before', async () => {
    let rewards = [LANTERN];
    const { sent } = renderDrops({
      [LIST]: () => ({ body: { rewards } }),
      [CREATE]: () => {
        rewards = [CAPE, LANTERN];
        return { body: CAPE };
      },
    });
    await press('New reward');
    expect(field('Item quantity').value).toBe('1');
    await userEvent.type(field('Title'), 'Ember cape');
    await userEvent.type(field('Required minutes'), '150');
    await userEvent.type(field('Item id'), '4711');
    await userEvent.upload(field('Picture'), pictureFile());
    const preview = await dialog().findByRole('img', { name: 'Picture: preview' });
    expect(preview.getAttribute('src')).toMatch(/^data:image\/png;base64,/);
    const asked = askedForSeasons(sent);
    await press('Create');
    expect(await screen.findByText('Ember cape')).toBeDefined();
    expect(askedForSeasons(sent)).toBe(asked + 1);
    expect(screen.queryByRole('dialog')).toBeNull();
    const body = sent.find(({ request }) => request.startsWith('POST'))?.body;
    expect(body).toEqual({
      title: 'Ember cape',
      description: '',
      type: 'viewer',
      season: '2',
      requiredMinutes: '150',
      itemId: '4711',
      itemQuantity: '1',
      removeImage: 'false',
      image: expect.any(File),
    });
  });

  it('keeps all that was entered when it is refused', async () => {
    let answer: { status: number; body: object } = {
      status: 400,
      body: {
        code: 'validation_failed',
        message: 'Please give the number of the season.',
        fields: { season: 'Please give the number of the season.' },
      },
    };
    renderDrops({ [CREATE]: () => answer });
    await press('New reward');
    await userEvent.type(field('Title'), 'Ember cape');
    await userEvent.upload(field('Picture'), pictureFile());
    await press('Create');
    await waitFor(() => expect(field('Season').getAttribute('aria-invalid')).toBe('true'));
    expect(field('Title').value).toBe('Ember cape');
    expect(dialog().getByRole('img', { name: 'Picture: preview' })).toBeDefined();
    answer = { status: 500, body: {} };
    await press('Create');
    expect(await dialog().findByText('Failed to create reward.')).toBeDefined();
  });

  it('refuses a picture that is too large before it is sent', async () => {
    renderDrops();
    await press('New reward');
    await userEvent.upload(field('Picture'), pictureFile(5 * 1024 * 1024 + 1));
    expect(
      await dialog().findByText('This file is too large. Please choose one of at most 5 MB.'),
    ).toBeDefined();
    expect(dialog().queryByRole('img')).toBeNull();
  });

  it('is changed on top of what was read, and can lose its picture', async () => {
    const { sent } = renderDrops({ 'PUT /api/admin/twitch/rewards/5': { body: CAPE } });
    await press('Edit Ember cape');
    expect(dialog().getByRole('img').getAttribute('src')).toBe('/api/media/cape.webp');
    await retype('Title', 'Ash cape');
    await press('Remove picture');
    await press('Save');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent.find(({ request }) => request.startsWith('PUT'))?.body).toMatchObject({
      title: 'Ash cape',
      removeImage: 'true',
      revision: '3',
    });
  });

  it('shows both versions after a conflict, with their pictures', async () => {
    const theirs = { ...CAPE, title: 'Theirs', imageUrl: null, revision: 5 };
    const answers = [
      { status: 409, body: { code: 'conflict', message: 'Somebody else…', current: theirs } },
      { body: CAPE },
    ];
    const { sent } = renderDrops({
      'PUT /api/admin/twitch/rewards/5': () => answers.shift() ?? { status: 500 },
    });
    await press('Edit Ember cape');
    await retype('Title', 'Mine');
    await press('Save');
    const picture = within(await dialog().findByRole('row', { name: /^Picture/ }));
    expect(picture.getByText('/api/media/cape.webp')).toBeDefined();
    expect(picture.getByText('None')).toBeDefined();
    await press('Keep mine');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const [, second] = sent.filter(({ request }) => request.startsWith('PUT'));
    expect(second?.body).toMatchObject({ title: 'Mine', revision: '5' });
  });

  it('is not closed over something unsaved without being asked', async () => {
    renderDrops();
    await press('Edit Ember cape');
    await press('Remove picture');
    await press('Cancel');
    expect(dialog().getByText('You have unsaved changes. Discard them?')).toBeDefined();
    await press('Discard changes');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('deleting a reward', () => {
  it('says that the file goes too, and loads the list again', async () => {
    let rewards = [CAPE, LANTERN];
    const { sent } = renderDrops({
      [LIST]: () => ({ body: { rewards } }),
      'DELETE /api/admin/twitch/rewards/5': () => {
        rewards = [LANTERN];
        return { status: 204 };
      },
    });
    await press('Delete Ember cape');
    expect(
      dialog().getByText('This action cannot be undone. The image file is also permanently deleted.'),
    ).toBeDefined();
    const asked = askedForSeasons(sent);
    await press('Delete');
    await waitFor(() => expect(screen.queryByText('Ember cape')).toBeNull());
    expect(askedForSeasons(sent)).toBe(asked + 1);
    expect(screen.getByText('Reward deleted.')).toBeDefined();
  });

  it('says on the tab what went wrong, once the window has closed', async () => {
    renderDrops({ 'DELETE /api/admin/twitch/rewards/5': { status: 500, body: {} } });
    await press('Delete Ember cape');
    await press('Delete');
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to delete reward.');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

const season = async () => dialog().findByRole<HTMLSelectElement>('combobox', { name: 'Season' });
const labels = async () => Array.from((await season()).options, ({ text }) => text);
const sentSeason = (sent: { request: string; body: unknown }[]) =>
  sent.filter(({ request }) => /^(POST|PUT)/.test(request)).map(({ body }) => body);

describe('the season of a reward', () => {
  it('is one of those that are set up, the running one unless another is chosen', async () => {
    const { sent } = renderDrops({ [CREATE]: { status: 500, body: {} } });
    await press('New reward');
    await waitFor(async () => expect(await labels()).toEqual(['Frost (3)', 'Embers (2)']));
    expect((await season()).value).toBe('2');
    await press('Create');
    await dialog().findByText('Failed to create reward.');
    await userEvent.selectOptions(await season(), 'Frost (3)');
    await press('Create');
    await waitFor(() => expect(sentSeason(sent)).toMatchObject([{ season: '2' }, { season: '3' }]));
  });

  it('is to be chosen while none runs', async () => {
    renderDrops({ [SEASONS]: { body: { seasons: [FROST] } } });
    await press('New reward');
    await waitFor(async () => expect(await labels()).toEqual(['Choose a season', 'Frost (3)']));
    expect((await season()).value).toBe('');
  });

  it('stays as it is when it is of a number that no season has', async () => {
    const { sent } = renderDrops({
      [SEASONS]: { body: { seasons: [FROST] } },
      'PUT /api/admin/twitch/rewards/5': { body: CAPE },
    });
    await screen.findByText('Ember cape');
    await press('Edit Ember cape');
    await waitFor(async () => expect(await labels()).toEqual(['2 (no such season)', 'Frost (3)']));
    await retype('Title', 'Old cape');
    await press('Save');
    await waitFor(() => expect(sentSeason(sent)).toMatchObject([{ title: 'Old cape', season: '2' }]));
  });

  it('must be created first when there is none, by a link that keeps the form', async () => {
    renderDrops({ [SEASONS]: { body: { seasons: [] } } });
    await press('New reward');
    const link = await dialog().findByRole('link', { name: /^Create a season/ });
    expect(link.getAttribute('href')).toBe('/admin/twitch-drops?tab=seasons');
    expect(link.getAttribute('target')).toBe('_blank');
    expect(dialog().queryByLabelText('Season')).toBeNull();
  });

  it('that cannot be fetched says so, and can be tried again', async () => {
    let answer: { status?: number; body: object } = { status: 403, body: {} };
    renderDrops({ [SEASONS]: () => answer });
    await press('New reward');
    expect(await dialog().findByText('Failed to fetch the seasons.')).toBeDefined();
    answer = { body: { seasons: [EMBERS] } };
    await press('Retry');
    expect((await season()).value).toBe('2');
  });
});

describe('a claimed reward', () => {
  it('keeps season, type and minutes with a reason, and is copied to another season with its input', async () => {
    const { sent } = renderDrops({
      [LIST]: { body: { rewards: [{ ...CAPE, hasClaims: true }] } },
      [CREATE]: { body: { ...CAPE, rewardId: 7, season: 3 } },
    });
    await press('Edit Ember cape');
    for (const label of ['For', 'Season', 'Required minutes']) {
      const control = field(label);
      expect(control.disabled).toBe(true);
      const hint = document.getElementById(control.getAttribute('aria-describedby') ?? '');
      expect(hint?.textContent).toBe('Locked: it was claimed.');
    }
    await retype('Title', 'Frost cape');
    await press('Copy to another season');
    expect(dialog().getByRole('heading').textContent).toBe('Copy Frost cape');
    expect([field('Season').value, field('Season').disabled]).toEqual(['3', false]);
    await press('Create');
    await waitFor(() =>
      expect(sent.find(({ request }) => request === CREATE)?.body).toMatchObject({
        title: 'Frost cape',
        season: '3',
        requiredMinutes: '150',
        copyOf: '5',
        removeImage: 'false',
      }),
    );
  });
});

describe('a reward with several game servers', () => {
  it('has an item id for each, sent as JSON', async () => {
    const reward = { ...CAPE, itemId: null, serverItems: [{ serverId: 2, itemId: 50 }] };
    const { sent } = renderDrops({
      [LIST]: { body: { rewards: [reward] } },
      [SERVER_NAMES]: { body: { servers: TWO_SERVERS } },
      'PUT /api/admin/twitch/rewards/5': { body: reward },
    });
    expect(await screen.findByText('#50')).toBeDefined();
    await press('Edit Ember cape');
    await waitFor(() => expect(field('Item id on Emberland').value).toBe(''));
    expect(field('Item id on Emberland').required).toBe(false);
    await retype('Item id on Frostland', '51');
    await press('Save');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent.find(({ request }) => request.startsWith('PUT'))?.body).toMatchObject({
      itemId: '',
      serverItems: '[{"serverId":2,"itemId":51}]',
    });
  });
});
