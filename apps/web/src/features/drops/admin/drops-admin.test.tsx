import type { ChannelHealth, Sample, Streamer } from '@waygate/contract/drops/drops.admin.schemas';
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fillIn, ONE_SEASON, openDrops, press, SEASON, SEASONS } from '#test/admin-drops.tsx';

const CREATE = 'POST /api/admin/twitch/seasons';
const UPDATE = 'PUT /api/admin/twitch/seasons/2';
const STREAMERS = 'GET /api/admin/twitch/streamers?search=&page=1&pageSize=10';
const DECIDE = 'POST /api/admin/twitch/streamers/12';

const STREAMER: Streamer = {
  accountDBID: 12,
  userName: 'Quill',
  twitchId: '77',
  login: 'quill_live',
  state: 'pending',
  requestedAt: '2026-11-20T18:24:00Z',
  decidedAt: null,
  isLive: true,
  revision: 1,
};

const SAMPLE: Sample = {
  minute: '2026-11-20T18:24:00Z',
  state: 'partial',
  streams: 4,
  failedStreams: 1,
  chatters: 300,
  credited: 120,
  durationMs: 850,
  detail: 'Too many requests.',
};

const streamers = (state: Streamer['state']) => ({
  body: { streamers: [{ ...STREAMER, state }], total: 1, totalIsExact: true },
});

const SWITCHED_OFF = /^Drops are switched off\. Minutes count once TWITCH_CLIENT_ID, .* are set\.$/;

describe('the tabs of drops', () => {
  it.each([true, false])('say so where drops are switched off, and only there: on is %s', async (twitch) => {
    openDrops('seasons', ONE_SEASON, { site: { features: { twitch, shop: false, mail: true } } });
    expect(await screen.findByText('Winter')).toBeTruthy();
    expect(screen.queryAllByText(SWITCHED_OFF)).toHaveLength(twitch ? 0 : 1);
  });

  it('are in the address, each without what was searched for in another', async () => {
    const { router } = openDrops('streamers&state=approved', {
      [`${STREAMERS}&state=approved`]: { body: { streamers: [], total: 0, totalIsExact: true } },
      ...ONE_SEASON,
    });
    fireEvent.click(await screen.findByRole('tab', { name: 'Seasons' }));
    expect(await screen.findByText('Winter')).toBeTruthy();
    expect(router.state.location.search).toBe('?tab=seasons');
  });
});

describe('seasons', () => {
  it('are listed with when they run and what they bring', async () => {
    openDrops('seasons', ONE_SEASON);
    const row = (await screen.findByText('Winter')).closest('tr');
    expect(row?.textContent).toMatch(/Winter.*Open.*Running.*4/);
  });

  it('are set up, and a season that overlaps another is refused with the reason at its field', async () => {
    const sentence = 'Another season runs at that time. Please end it first.';
    const { sent } = openDrops('seasons', {
      [SEASONS]: { body: { seasons: [] } },
      [CREATE]: {
        status: 409,
        body: { code: 'conflict', message: sentence, fields: { startsAt: sentence } },
      },
    });
    await press('New season');
    fillIn('Name', 'Spring');
    fillIn(/^Starts/, '2027-03-01T10:00:00');
    await press('Create');
    const dialog = within(screen.getByRole('dialog'));
    expect((await dialog.findByRole('alert')).textContent).toBe(sentence);
    expect(dialog.getByLabelText(/^Starts/).getAttribute('aria-invalid')).toBe('true');
    expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe('Spring');
    const startsAt = new Date('2027-03-01T10:00:00').toISOString();
    expect(sent.at(-1)).toMatchObject({ request: CREATE, body: { name: 'Spring', startsAt, endsAt: null } });
  });

  it('of two editors, the second sees both versions and keeps theirs or mine', async () => {
    const theirs = { ...SEASON, name: 'Deep winter', revision: 8 };
    const outcomes = [
      { status: 409, body: { code: 'conflict', message: 'Changed.', current: theirs } },
      { body: { ...theirs, name: 'Long winter' } },
    ];
    const { sent } = openDrops('seasons', {
      ...ONE_SEASON,
      [UPDATE]: () => outcomes.shift() ?? { status: 500 },
    });
    await press('Edit Winter');
    fillIn('Name', 'Long winter');
    await press('Save');
    await press('Keep mine');
    await screen.findByText('Season updated.');
    expect(sent.filter(({ request }) => request === UPDATE).map(({ body }) => body)).toMatchObject([
      { name: 'Long winter', revision: 7 },
      { name: 'Long winter', revision: 8 },
    ]);
  });

  it('that cannot be fetched say so, with another try', async () => {
    openDrops('seasons', { [SEASONS]: { status: 403, body: {} } });
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to fetch the seasons.');
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
  });
});

describe('streamers', () => {
  it.each([
    ['do not decide about themselves', { privilege: 0, webMgt: 13 }, true],
    ['decide about themselves as owners', {}, false],
  ])('%s', async (_, staff, isRefused) => {
    const own = { ...STREAMER, accountDBID: 1, state: 'pending' as const };
    openDrops(
      'streamers',
      { [STREAMERS]: { body: { streamers: [own], total: 1, totalIsExact: true } } },
      staff,
    );
    await screen.findByRole('link', { name: own.userName });
    const note = screen.queryByText('Your own account. Ask an owner.');
    expect(note !== null).toBe(isRefused);
    expect(screen.queryAllByRole('button', { name: /^(Approve|Reject) / })).toHaveLength(isRefused ? 0 : 2);
  });

  it('are approved after a question, and then stand as approved', async () => {
    const lists = [streamers('pending'), streamers('approved')];
    const { sent } = openDrops('streamers', {
      [STREAMERS]: () => lists.shift() ?? streamers('approved'),
      [DECIDE]: { body: { ...STREAMER, state: 'approved' } },
    });
    await press('Approve Quill');
    const dialog = within(screen.getByRole('dialog', { name: 'Approve Quill' }));
    expect(dialog.getByText(/minutes count for Quill/)).toBeTruthy();
    await press('Approve', dialog);
    expect(await screen.findByText('Quill approved.')).toBeTruthy();
    expect(sent.find(({ request }) => request === DECIDE)?.body).toEqual({
      decision: 'approve',
      twitchId: STREAMER.twitchId,
    });
    expect(await screen.findByText('Approved', { selector: 'td *' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Approve Quill' })).toBeNull();
  });

  it('that are selected are approved together, each with the channel that was shown', async () => {
    const { sent } = openDrops('streamers', {
      [STREAMERS]: streamers('pending'),
      'POST /api/admin/twitch/streamers/approve': { body: { approved: 1 } },
    });
    (await screen.findByRole('checkbox', { name: 'Select Quill' })).click();
    await press('Approve 1 streamer');
    await press('Approve 1 streamer', within(screen.getByRole('dialog', { name: 'Approve 1 streamer' })));
    expect(await screen.findByText('1 streamer approved.')).toBeTruthy();
    expect(sent.find(({ request }) => request.endsWith('/approve'))?.body).toEqual({
      streamers: [{ accountDBID: STREAMER.accountDBID, twitchId: STREAMER.twitchId }],
    });
  });

  it('need a new link after an approval without a working one', async () => {
    openDrops('streamers', {
      [STREAMERS]: streamers('needs_new_link'),
      [DECIDE]: { body: { ...STREAMER, state: 'needs_new_link' } },
    });
    await press('Approve Quill');
    await press('Approve', within(screen.getByRole('dialog', { name: 'Approve Quill' })));
    expect(await screen.findByText('Quill approved. Minutes count after linking Twitch again.')).toBeTruthy();
  });

  it('stay unchanged, with an error, when a rejection fails', async () => {
    openDrops('streamers', { [STREAMERS]: streamers('approved'), [DECIDE]: { status: 500, body: {} } });
    await press('Reject Quill');
    const dialog = within(screen.getByRole('dialog', { name: 'Reject Quill' }));
    await press('Reject', dialog);
    expect((await dialog.findByRole('alert')).textContent).toBe("The decision couldn't be saved.");
  });

  it('lead to the minutes of their accounts', async () => {
    const { router } = openDrops('streamers', {
      [STREAMERS]: streamers('approved'),
      ...ONE_SEASON,
      'GET /api/admin/twitch/minutes/12': {
        body: { accountDBID: 12, userName: 'Quill', twitchLogin: 'quill_live', minutes: [], claims: [] },
      },
    });
    fireEvent.click(await screen.findByRole('link', { name: 'Quill' }));
    expect(await screen.findByRole('heading', { name: 'Quill (account 12)' })).toBeTruthy();
    expect(screen.getByRole('tab', { name: 'Accounts' }).getAttribute('aria-selected')).toBe('true');
    expect(router.state.location.search).toBe('?tab=accounts&account=12');
  });
});

describe('health', () => {
  it.each([
    { credited: 0, words: 'No minutes were credited' },
    { credited: 12, words: 'Some minutes were credited' },
  ])('describes failed samples: $words', async ({ credited, words }) => {
    const sample = { ...SAMPLE, state: 'failed', credited };
    const older = { ...SAMPLE, minute: '2026-11-20T17:00:00Z', state: 'failed', credited: 5 };
    openDrops('health', {
      'GET /api/admin/twitch/samples': {
        body: {
          needsAttention: false,
          channels: [],
          lastHour: { ok: 59, partial: 0, failed: 1, missing: 0 },
          samples: [sample, older],
        },
      },
    });
    const failed = (await screen.findByText('Failed', { selector: 'dt' })).closest('dl');
    expect(failed?.textContent).toBe(`Failed1${words}`);
  });

  it('lists the newest samples, and all when asked', async () => {
    const samples = Array.from({ length: 59 }, (_, index) => ({
      ...SAMPLE,
      minute: new Date(Date.UTC(2026, 10, 20, 17, 59 - index)).toISOString(),
    }));
    openDrops('health', {
      'GET /api/admin/twitch/samples': {
        body: {
          needsAttention: false,
          channels: [],
          lastHour: { ok: 59, partial: 0, failed: 0, missing: 1 },
          samples,
        },
      },
    });
    const showAll = await screen.findByRole('button', { name: 'Show all 59' });
    expect(screen.getAllByText('4 (1 failed)')).toHaveLength(20);
    fireEvent.click(showAll);
    expect(screen.getAllByText('4 (1 failed)')).toHaveLength(59);
    fireEvent.click(screen.getByRole('button', { name: 'Show the newest 20', expanded: true }));
    expect(screen.getAllByText('4 (1 failed)')).toHaveLength(20);
  });

  it('tells how the last hour went, and each sample', async () => {
    openDrops('health', {
      'GET /api/admin/twitch/samples': {
        body: {
          needsAttention: false,
          channels: [],
          lastHour: { ok: 55, partial: 2, failed: 1, missing: 3 },
          samples: [SAMPLE],
        },
      },
    });
    await screen.findByText('Missing');
    const numbers = ['Ok', 'Partial', 'Failed', 'Missing'].map(
      (label) => screen.getByText(label, { selector: 'dt' }).nextSibling?.textContent,
    );
    expect(numbers).toEqual(['55', '2', '1', '3']);
    expect(screen.getByText('4 (1 failed)')).toBeTruthy();
    expect(screen.getByText('Too many requests.')).toBeTruthy();
  });

  it('comes first among the tabs when something is wrong, and names the channel', async () => {
    const broken: ChannelHealth = {
      accountDBID: 12,
      userName: 'Quill',
      login: 'quill_live',
      state: 'unread',
      viewers: 1200,
      readAt: null,
      failure: 'Missing permission.',
    };
    const body = {
      needsAttention: true,
      channels: [broken],
      lastHour: { ok: 60, partial: 0, failed: 0, missing: 0 },
      samples: [SAMPLE],
    };
    openDrops('seasons', { ...ONE_SEASON, 'GET /api/admin/twitch/samples': { body } });
    const tab = await screen.findByRole('tab', { name: 'Health: needs attention' });
    expect(screen.getAllByRole('tab')[0]).toBe(tab);
    // What staff were looking at stays open.
    expect(screen.getByRole('tab', { name: 'Seasons' }).getAttribute('aria-selected')).toBe('true');
    fireEvent.click(tab);
    const row = (await screen.findByRole('link', { name: 'quill_live' })).closest('tr');
    expect(row?.textContent).toMatch(/Can't be read.*1,200.*Never.*Missing permission\./);
  });
});

describe('rules', () => {
  it('of a season are sent as numbers, and a blank one is off', async () => {
    const { sent } = openDrops('seasons', { ...ONE_SEASON, [UPDATE]: { body: SEASON } });
    await press('Edit Winter');
    fillIn(/^Word in the stream's title/, ' Drops ');
    fillIn('Minimum viewers', '5');
    fillIn('Minimum character level', 'many');
    fireEvent.click(screen.getByLabelText('The email must be confirmed'));
    await press('Save');
    await screen.findByText('Season updated.');
    expect(sent.find(({ request }) => request === UPDATE)?.body).toMatchObject({
      titleWord: 'Drops',
      minViewers: 5,
      minTwitchDays: null,
      // The server refuses it with a sentence at the field.
      minCharacterLevel: 0,
      needsConfirmedEmail: true,
      maxAccountsPerAddress: null,
    });
  });

  it('that somebody did not meet are listed with the minutes they cost, in the season that is chosen', async () => {
    const failure = {
      accountDBID: 12,
      userName: 'Quill',
      rule: 'twitch_age',
      minutes: 90,
      lastAt: '2026-11-20T18:24:00Z',
    };
    const list = 'GET /api/admin/twitch/rule-failures?search=&page=1&pageSize=10';
    const planned = {
      ...SEASON,
      seasonId: 3,
      name: 'Spring',
      startsAt: '2999-01-01T00:00:00Z',
      isCurrent: false,
    };
    openDrops('rules', {
      [SEASONS]: { body: { seasons: [planned, SEASON] } },
      [list]: { body: { failures: [failure], total: 1, totalIsExact: true } },
      [`${list}&season=2`]: {
        body: { failures: [{ ...failure, rule: 'email', minutes: 30 }], total: 1, totalIsExact: true },
      },
    });
    const row = (await screen.findByRole('link', { name: 'Quill' })).closest('tr');
    expect(row?.textContent).toMatch(/12.*Quill.*Age of the Twitch account.*1h 30m/);
    await screen.findByRole('option', { name: 'Winter (2)' });
    // A season that has not begun has nothing to list.
    expect(screen.queryByRole('option', { name: /Spring/ })).toBeNull();
    fireEvent.change(screen.getByLabelText('Season'), { target: { value: '2' } });
    const chosen = (await screen.findByText('30 min')).closest('tr');
    expect(chosen?.textContent).toMatch(/Quill.*Confirmed email.*30 min/);
  });
});
