import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { DROPS_PAGE, fillIn, ONE_SEASON, openDrops, press } from '#test/admin-drops.tsx';
import { type Answers, renderAdmin } from '#test/render-admin.tsx';
import { AccountDrops } from './AccountDrops.tsx';

const MINUTES = 'GET /api/admin/twitch/minutes/12';
const ADJUST = 'POST /api/admin/twitch/minutes';
const FIND = 'GET /api/admin/twitch/accounts?search=';
const QUILL = { accountDBID: 12, userName: 'Quill' };

function openAccount(answers: Answers) {
  return renderAdmin({
    pages: { '/admin/users/12': <AccountDrops accountId="12" /> },
    at: '/admin/users/12',
    answers: { ...ONE_SEASON, ...answers },
  });
}

const minutes = (adjusted: number) => ({
  body: {
    accountDBID: 12,
    userName: 'Quill',
    twitchLogin: 'quill_live',
    minutes: [{ seasonId: 2, kind: 'viewer', minutes: 90, adjusted }],
    claims: [{ rewardId: 5, title: 'Lantern', kind: 'viewer', claimedAt: '2026-11-20T18:24:00Z' }],
  },
});

async function find(text: string) {
  const field = await screen.findByLabelText('Account id or username');
  fireEvent.change(field, { target: { value: text } });
  await press('Find');
  return field;
}

describe('accounts', () => {
  const staffOfDrops = { webMgt: 13, privilege: 0 };

  function openAccounts(answers: Answers, at = '') {
    return openDrops(`accounts${at}`, { ...ONE_SEASON, [MINUTES]: minutes(0), ...answers }, staffOfDrops);
  }

  it('are found by name, and then stand in the address with their minutes and the way to correct them', async () => {
    const complaints = vi.spyOn(console, 'error');
    const { router } = openAccounts({ [`${FIND}quill`]: { body: { accounts: [QUILL] } } });
    expect(await screen.findByText(/^Find an account to see its minutes/)).toBeTruthy();
    await find(' quill ');
    const heading = await screen.findByRole('heading', { name: 'Quill (account 12)' });
    expect(document.activeElement).toBe(heading);
    expect(router.state.location.search).toBe('?tab=accounts&account=12');
    expect(within(heading).queryByRole('link')).toBeNull();
    expect(screen.getByText('Linked with quill_live on Twitch.')).toBeTruthy();
    expect(await screen.findByText('Winter (2)')).toBeTruthy();
    expect(screen.getByText('Lantern')).toBeTruthy();
    await press('Correct minutes');
    expect(screen.getByRole('dialog', { name: 'Correct minutes' })).toBeTruthy();
    expect(complaints.mock.calls.filter(([words]) => String(words).includes('the same key'))).toEqual([]);
    complaints.mockRestore();
  });

  it('that nobody is, or that were not named, are said to be so at the field', async () => {
    openAccounts({ [`${FIND}nobody`]: { body: { accounts: [] } } });
    const field = await find(' ');
    expect(await screen.findByText('Please give an account id or a username.')).toBeTruthy();
    await find('nobody');
    expect(await screen.findByText('There is no account with this id or username.')).toBeTruthy();
    expect(field.getAttribute('aria-invalid')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(field));
  });

  it('are chosen from where a number is the id of one and the name of another', async () => {
    const accounts = [QUILL, { accountDBID: 700, userName: '12' }];
    const { router } = openAccounts({ [`${FIND}12`]: { body: { accounts } } });
    await find('12');
    fireEvent.click(await screen.findByRole('link', { name: 'Quill (account 12)' }));
    expect(await screen.findByRole('heading', { name: 'Quill (account 12)' })).toBeTruthy();
    expect(router.state.location.search).toBe('?tab=accounts&account=12');
    expect(screen.queryByRole('link', { name: '12 (account 700)' })).toBeNull();
  });

  it('that are not there, or were not meant to be, leave the way to find another', async () => {
    const sentence = 'There is no account with this id.';
    const missing = { status: 404, body: { code: 'not_found', message: sentence } };
    const { router } = openAccounts({ [MINUTES]: missing }, '&account=12');
    expect((await screen.findByRole('alert')).textContent).toBe(sentence);
    expect(screen.getByRole('button', { name: 'Find' })).toBeTruthy();
    await router.navigate(`${DROPS_PAGE}?tab=accounts&account=../12`);
    expect(await screen.findByText(/^Find an account to see its minutes/)).toBeTruthy();
  });

  it('that were not looked for because of a failure are said so', async () => {
    openAccounts({ [`${FIND}quill`]: { status: 500, body: {} } });
    await find('quill');
    expect(await screen.findByText('Failed to search for the account.')).toBeTruthy();
  });
});

describe('the drops of an account', () => {
  it('are shown by season, with what was claimed', async () => {
    openAccount({ [MINUTES]: minutes(-15) });
    expect(await screen.findByText('Lantern')).toBeTruthy();
    const row = (await screen.findByText('Winter (2)')).closest('tr');
    expect(row?.textContent).toMatch(/Winter \(2\)Watching1h 30m[-−]15 min1h 15m/);
  });

  it('cannot be corrected without Twitch, and say why', async () => {
    const { body } = minutes(0);
    openAccount({ [MINUTES]: { body: { ...body, twitchLogin: null } } });
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Correct minutes' });
    expect(button.disabled).toBe(true);
    const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '');
    expect(reason?.textContent).toMatch(/^Not linked with Twitch\. .* can't be corrected\.$/);
  });

  it.each([
    ['cannot be corrected by their own staff', { privilege: 0, webMgt: 13 }, true],
    ['are corrected by an owner, also their own', {}, false],
  ])('%s', async (_, staff, isDisabled) => {
    const { body } = minutes(0);
    renderAdmin({
      pages: { '/admin/users/1': <AccountDrops accountId="1" /> },
      at: '/admin/users/1',
      answers: { ...ONE_SEASON, 'GET /api/admin/twitch/minutes/1': { body: { ...body, accountDBID: 1 } } },
      ...staff,
    });
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Correct minutes' });
    expect(button.disabled).toBe(isDisabled);
    const reasons = (button.getAttribute('aria-describedby') ?? '').split(' ');
    expect(reasons.map((id) => document.getElementById(id)?.textContent)).toEqual([
      'Linked with quill_live on Twitch.',
      ...(isDisabled ? ['This is your own account. Only an owner can correct its minutes.'] : []),
    ]);
  });

  it('are corrected once for each opened form, however often it is sent', async () => {
    const outcomes = [{ status: 500, body: {} }, minutes(30)];
    const { sent } = openAccount({
      [MINUTES]: minutes(0),
      [ADJUST]: () => outcomes.shift() ?? { status: 500 },
    });
    await press('Correct minutes');
    fillIn('Minutes', 'many');
    fillIn('Reason', 'An\noutage');
    const dialog = within(screen.getByRole('dialog'));
    await press('Correct minutes', dialog);
    expect(dialog.getAllByText(/whole number of minutes/).length).toBeGreaterThan(0);
    expect(sent.filter(({ request }) => request === ADJUST)).toHaveLength(0);
    fillIn('Minutes', '30');
    expect(dialog.getByText('The account will have 120 minutes.')).toBeTruthy();
    await press('Correct minutes', dialog);
    expect(await dialog.findByText('Failed to correct the minutes.')).toBeTruthy();
    await press('Correct minutes', dialog);
    expect(await screen.findByText('Minutes corrected.')).toBeTruthy();
    const [first, second] = sent.filter(({ request }) => request === ADJUST).map(({ body }) => body);
    expect(first).toMatchObject({ accountDBID: 12, kind: 'viewer', minutes: 30, reason: 'An outage' });
    expect(second).toEqual(first);
  });
});
