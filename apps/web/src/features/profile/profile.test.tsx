import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { findKeptInput } from '#api/kept-input.ts';
import { readSession, saveSession } from '#api/session.ts';
import { CHANGE_EMAIL_FORM } from './email-change.rules.ts';
import { route as loginPage } from '#pages/accounts/LoginPage.tsx';
import { route as profilePage } from '#pages/accounts/ProfilePage.tsx';
import { fakeServer, renderPage } from '#test/render-page.tsx';
import { pass, press, useSignedInPlayer } from '#test/set-clock.ts';

const PROFILE = {
  userName: 'Aria',
  email: 'aria@example.org',
  isEmailConfirmed: false,
  avatarUrl: null,
  accountDBID: 4711,
  registerTime: '2026-01-02T10:00:00Z',
  lastLoginTime: null,
  hasClaimedVeteranPackage: true,
  hasClaimedFounderPackage: false,
  twitchId: null,
  webMgt: 7,
  privilege: 0,
};
const GET_PROFILE = 'GET /api/user/profile';
const GET_CHARACTERS = 'GET /api/user/characters';
const NO_GAME_ACCOUNTS = { 'GET /api/user/game-accounts': { body: { gameAccounts: [] } } };
const RESEND = 'POST /api/user/request-email-confirmation';
const CHANGE_EMAIL = 'POST /api/user/change-email';

const routes = [
  { path: '/login', ...loginPage },
  { path: '/profile', ...profilePage },
];

useSignedInPlayer({ webMgt: 1 });

type Opening = Parameters<typeof renderPage>[0];

async function openProfile(at: Opening['at'] = '/profile', site: Opening['site'] = {}) {
  const page = renderPage({ routes, at, site });
  await pass(0);
  return page;
}

const selectedTab = () => screen.getByRole('tab', { selected: true }).textContent;

const club = (agaiaClubExpiry: string) => ({
  body: { ...PROFILE, agaiaCoins: 2450, astrumCoins: 300, agaiaClubExpiry },
});

const purses = () => screen.getByText('Premium Coins').closest('dl')?.textContent;

describe('the profile page', () => {
  it('sends a visitor to sign in with the notices and remembers the rest of the address', async () => {
    localStorage.clear();
    const { sent } = fakeServer({});
    const { router } = await openProfile('/profile?tab=2&message=email_confirmed');
    expect(router.state.location.pathname).toBe('/login');
    expect(router.state.location.state).toEqual({ from: '/profile?tab=2' });
    expect(screen.getByRole('status').textContent).toBe('Your email address is confirmed.');
    expect(sent).toHaveLength(0);
  });

  it('shows a skeleton, then the player and the account', async () => {
    fakeServer({
      ...NO_GAME_ACCOUNTS,
      [GET_CHARACTERS]: { body: { characters: [] } },
      [GET_PROFILE]: { body: PROFILE },
    });
    renderPage({ routes, at: '/profile' });
    expect(screen.getByText('Loading profile...')).toBeTruthy();
    await pass(0);
    expect(screen.getByRole('heading', { name: 'Aria' })).toBeTruthy();
    expect(screen.getByText('(Unconfirmed)')).toBeTruthy();
    const details = screen
      .getAllByRole('term')
      .map((term) => `${term.textContent?.trim()}: ${term.nextSibling?.textContent}`);
    expect(details).toEqual([
      'Premium Coins: 0',
      'Second Coins: 0',
      'Account ID: 4711',
      'Veteran Package: Claimed',
      'Founder Package: Not Claimed',
    ]);
  });

  it('shows both kinds of coins and the club while it lasts', async () => {
    const profiles = [club('2126-02-14T12:00:00Z'), club('2020-02-14T12:00:00Z')];
    fakeServer({
      ...NO_GAME_ACCOUNTS,
      [GET_CHARACTERS]: { body: { characters: [] } },
      [GET_PROFILE]: () => profiles.shift() ?? {},
    });
    const { unmount } = await openProfile();
    expect(purses()).toMatch(/Premium Coins2.450 Second Coins300 Club until.*2126/);
    unmount();
    await openProfile();
    expect(purses()).not.toContain('Club');
  });

  it('shows the tab that the address names and names the one that is chosen', async () => {
    fakeServer({
      ...NO_GAME_ACCOUNTS,
      [GET_CHARACTERS]: { body: { characters: [] } },
      [GET_PROFILE]: { body: PROFILE },
      'GET /api/user/orders?limit=10': { body: { orders: [], total: 0, remaining: 0, nextBefore: null } },
    });
    const { router } = await openProfile('/profile#achievements');
    const visit = async (address: string | number) => {
      await act(() => router.navigate(address));
      await pass(0);
    };
    expect(selectedTab()).toBe('Achievements');
    await visit('/profile#orders');
    expect(selectedTab()).toBe('Orders');
    fireEvent.click(screen.getByRole('tab', { name: 'Achievements' }));
    expect(router.state.location).toMatchObject({ search: '?tab=achievements', hash: '' });
    await visit('/elsewhere');
    await visit(-1);
    expect(selectedTab()).toBe('Achievements');
    fireEvent.click(screen.getByRole('tab', { name: 'Characters' }));
    expect(router.state.location).toMatchObject({ pathname: '/profile', search: '', hash: '' });
    await visit('/profile?tab=2');
    expect(selectedTab()).toBe('Characters');
    await visit('/profile?tab=orders#content');
    expect(selectedTab()).toBe('Orders');
  });

  it('comes back from Twitch to the tab that it left', async () => {
    vi.spyOn(window.location, 'assign').mockImplementation(() => {});
    vi.spyOn(window.location, 'search', 'get').mockReturnValue('?tab=twitch-viewer');
    fakeServer({
      ...NO_GAME_ACCOUNTS,
      [GET_CHARACTERS]: { body: { characters: [] } },
      [GET_PROFILE]: { body: PROFILE },
      'GET /api/auth/twitch/link?as=viewer': { body: { url: 'https://id.twitch.tv/oauth2/authorize' } },
    });
    const site = { features: { twitch: true, shop: false, mail: true } };
    const { unmount } = await openProfile('/profile?tab=twitch-viewer', site);
    await press('Link with Twitch', within(screen.getByRole('tabpanel')));
    unmount();
    const { router } = await openProfile('/profile?message=twitch_linked', site);
    expect(screen.getByText('Linked with Twitch.')).toBeTruthy();
    expect(selectedTab()).toBe('Viewer Drops');
    expect(router.state.location.search).toBe('?tab=twitch-viewer');
    expect(sessionStorage.getItem('twitch-link-tab')).toBeNull();
  });

  it('closes its dialogs by the browser’s back and stays where it is', async () => {
    fakeServer({
      ...NO_GAME_ACCOUNTS,
      [GET_CHARACTERS]: { body: { characters: [] } },
      [GET_PROFILE]: { body: PROFILE },
    });
    const { router } = await openProfile('/elsewhere');
    await router.navigate('/profile?tab=achievements');
    await pass(0);
    await press('Account');
    expect(screen.getByRole('dialog', { name: 'Account' })).toBeTruthy();
    await press('Change Email', within(screen.getByRole('dialog')));
    expect(screen.getByRole('dialog', { name: 'Change Email' })).toBeTruthy();
    await act(() => router.navigate(-1));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(selectedTab()).toBe('Achievements');
    await router.navigate(-1);
    expect(router.state.location.pathname).toBe('/elsewhere');
  });

  it('shows account details on focus and hides them on Escape', async () => {
    fakeServer({
      ...NO_GAME_ACCOUNTS,
      [GET_CHARACTERS]: { body: { characters: [] } },
      [GET_PROFILE]: { body: PROFILE },
    });
    await openProfile();
    const button = screen.getByRole('button', { name: 'Account information' });
    fireEvent.focus(button);
    const tip = screen.getByRole('tooltip');
    expect(tip.textContent).toContain('User ID: 4711');
    expect(tip.textContent).toContain('Last Login: N/A');
    fireEvent.keyDown(button, { key: 'Escape' });
    expect(screen.queryByRole('tooltip')).toBeNull();
  });

  it('renews the stored session', async () => {
    fakeServer({
      ...NO_GAME_ACCOUNTS,
      [GET_CHARACTERS]: { body: { characters: [] } },
      [GET_PROFILE]: { body: PROFILE },
    });
    await openProfile();
    expect(readSession()).toMatchObject({ accessToken: 'token-1', webMgt: 7, email: 'aria@example.org' });
  });

  it('shows why loading failed and retries', async () => {
    let tries = 0;
    fakeServer({
      ...NO_GAME_ACCOUNTS,
      [GET_CHARACTERS]: { body: { characters: [] } },
      [GET_PROFILE]: () => {
        tries += 1;
        return tries === 1 ? { status: 500, body: {} } : { body: PROFILE };
      },
    });
    await openProfile();
    expect(screen.getByText('Could not load profile data.')).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toBe('Failed to load profile data.');
    await press('Retry');
    expect(screen.getByRole('heading', { name: 'Aria' })).toBeTruthy();
  });

  it('clears a session that has ended and goes to sign in', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    fakeServer({
      ...NO_GAME_ACCOUNTS,
      [GET_CHARACTERS]: { body: { characters: [] } },
      [GET_PROFILE]: { status: 401, body: { code: 'unauthenticated', message: 'Please sign in.' } },
    });
    const { router } = await openProfile();
    expect(readSession()).toBeNull();
    expect(router.state.location.pathname).toBe('/login');
    expect(log).toHaveBeenCalledWith('Unauthorized access - 401');
    log.mockRestore();
  });

  it('shows notices from its address and removes them there', async () => {
    fakeServer({
      ...NO_GAME_ACCOUNTS,
      [GET_CHARACTERS]: { body: { characters: [] } },
      [GET_PROFILE]: { body: PROFILE },
    });
    const { router } = await openProfile('/profile?message=email_confirmed&error=email_taken&tab=2');
    expect(screen.getByRole('status').textContent).toBe('Your email address is confirmed.');
    expect(screen.getByRole('alert').textContent).toBe(
      'This email address is already in use by another account.',
    );
    expect(router.state.location.search).toBe('?tab=2');
  });

  it('shows a notice that is no code as plain text', async () => {
    fakeServer({
      ...NO_GAME_ACCOUNTS,
      [GET_CHARACTERS]: { body: { characters: [] } },
      [GET_PROFILE]: { body: PROFILE },
    });
    const { router } = await openProfile('/profile?message=Confirmed.&error=%3Cb%3ENo%3C%2Fb%3E&tab=2');
    expect(screen.getByRole('status').textContent).toBe('Confirmed.');
    expect(screen.getByRole('alert').textContent).toBe('<b>No</b>');
    expect(router.state.location.search).toBe('?tab=2');
  });

  it('says that Twitch linking is switched off', async () => {
    fakeServer({
      ...NO_GAME_ACCOUNTS,
      [GET_CHARACTERS]: { body: { characters: [] } },
      [GET_PROFILE]: { body: PROFILE },
    });
    await openProfile();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Link with Twitch' }).disabled).toBe(true);
    expect(screen.getByText('Twitch linking is switched off on this server.')).toBeTruthy();
  });
});

describe('the confirmation mail', () => {
  it('is sent again, with a notice for 4 seconds', async () => {
    fakeServer({
      ...NO_GAME_ACCOUNTS,
      [GET_CHARACTERS]: { body: { characters: [] } },
      [GET_PROFILE]: { body: PROFILE },
      [RESEND]: { body: { message: 'ok' } },
    });
    await openProfile();
    await press('Resend Confirmation');
    expect(screen.getByText('Confirmation email sent!')).toBeTruthy();
    await pass(3999);
    expect(screen.queryByText('Confirmation email sent!')).not.toBeNull();
    await pass(1);
    expect(screen.queryByText('Confirmation email sent!')).toBeNull();
  });

  it('shows an error when sending fails', async () => {
    fakeServer({
      ...NO_GAME_ACCOUNTS,
      [GET_CHARACTERS]: { body: { characters: [] } },
      [GET_PROFILE]: { body: PROFILE },
      [RESEND]: { status: 500, body: {} },
    });
    await openProfile();
    await press('Resend Confirmation');
    expect(screen.getByRole('alert').textContent).toBe('Failed to send confirmation email.');
  });

  it('is not offered once the address is confirmed', async () => {
    fakeServer({
      ...NO_GAME_ACCOUNTS,
      [GET_CHARACTERS]: { body: { characters: [] } },
      [GET_PROFILE]: { body: { ...PROFILE, isEmailConfirmed: true } },
    });
    await openProfile();
    expect(screen.queryByRole('button', { name: 'Resend Confirmation' })).toBeNull();
    expect(screen.queryByText('(Unconfirmed)')).toBeNull();
  });
});

async function requestChange() {
  await press('Change Email');
  const dialog = within(screen.getByRole('dialog', { name: 'Change Email' }));
  const entries = {
    'Current Password': 'secret1',
    'New Email': 'new@example.org',
    'Confirm New Email': 'new@example.org',
  };
  for (const [label, value] of Object.entries(entries))
    fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  fireEvent.click(dialog.getByRole('button', { name: 'Change Email' }));
  await pass(0);
}

describe('the change of e-mail', () => {
  const INITIATED = 'Email change initiated. Please check your inbox.';

  it('closes its dialog after 4 seconds and shows a notice on the page for 5 seconds', async () => {
    const { sent } = fakeServer({
      ...NO_GAME_ACCOUNTS,
      [GET_CHARACTERS]: { body: { characters: [] } },
      [GET_PROFILE]: { body: PROFILE },
      [CHANGE_EMAIL]: { body: { message: 'ok' } },
    });
    await openProfile();
    await requestChange();
    expect(sent.at(-1)?.body).toEqual({ currentPassword: 'secret1', newEmail: 'new@example.org' });
    expect(
      screen.getByText(
        'Email change request submitted successfully. Please check your new email address for a confirmation link to finalize the change.',
      ),
    ).toBeTruthy();
    await pass(3999);
    expect(screen.queryByRole('dialog')).not.toBeNull();
    await pass(1);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText(INITIATED)).toBeTruthy();
    await pass(4999);
    expect(screen.queryByText(INITIATED)).not.toBeNull();
    await pass(1);
    expect(screen.queryByText(INITIATED)).toBeNull();
  });

  it('stays open and shows the reason when the password is wrong', async () => {
    fakeServer({
      ...NO_GAME_ACCOUNTS,
      [GET_CHARACTERS]: { body: { characters: [] } },
      [GET_PROFILE]: { body: PROFILE },
      [CHANGE_EMAIL]: {
        status: 403,
        body: { code: 'wrong_password', message: 'The password is not right.' },
      },
    });
    await openProfile();
    await requestChange();
    expect(screen.getByRole('alert').textContent).toBe('The password is not right.');
    expect(screen.getByLabelText<HTMLInputElement>('New Email').value).toBe('new@example.org');
    await pass(5000);
    expect(screen.queryByRole('dialog')).not.toBeNull();
    expect(screen.queryByText(INITIATED)).toBeNull();
  });

  it('comes back with its input, but no password, to the same player after their session has ended', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    fakeServer({
      ...NO_GAME_ACCOUNTS,
      [GET_CHARACTERS]: { body: { characters: [] } },
      [GET_PROFILE]: { body: PROFILE },
      [CHANGE_EMAIL]: { status: 401, body: { code: 'unauthenticated', message: 'Please sign in.' } },
    });
    const session = { accessToken: 'token-1', accountDBID: PROFILE.accountDBID };
    saveSession(session);
    const { router } = await openProfile();
    await requestChange();
    await pass(0);
    expect(router.state.location.pathname).toBe('/login');
    expect(screen.getByText('Your session has ended. Sign in to go on where you left off.')).toBeTruthy();
    expect(JSON.stringify(sessionStorage)).not.toContain('secret1');
    await act(async () => saveSession({ ...session, accountDBID: 1 }));
    expect(findKeptInput(CHANGE_EMAIL_FORM)).toBeUndefined();
    await act(async () => saveSession(session));
    await router.navigate('/profile');
    await pass(0);
    expect(screen.getByLabelText<HTMLInputElement>('New Email').value).toBe('new@example.org');
    expect(screen.getByLabelText<HTMLInputElement>('Current Password').value).toBe('');
    log.mockRestore();
  });

  it('shows no notice when its dialog is closed unsent', async () => {
    fakeServer({
      ...NO_GAME_ACCOUNTS,
      [GET_CHARACTERS]: { body: { characters: [] } },
      [GET_PROFILE]: { body: PROFILE },
    });
    await openProfile();
    await press('Change Email');
    await press('Close');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByText(INITIATED)).toBeNull();
  });
});

describe('the tabs', () => {
  const LINK_FIRST = 'Please link your Twitch account to participate in drops.';

  it('start with the empty character list', async () => {
    fakeServer({
      ...NO_GAME_ACCOUNTS,
      [GET_CHARACTERS]: { body: { characters: [] } },
      [GET_PROFILE]: { body: PROFILE },
    });
    await openProfile();
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Characters');
    expect(screen.getByRole('heading', { name: 'Character List' })).toBeTruthy();
    expect(screen.getByText('No characters created yet.')).toBeTruthy();
  });

  it('are moved through by arrow keys, wrapping at the end', async () => {
    fakeServer({
      ...NO_GAME_ACCOUNTS,
      [GET_CHARACTERS]: { body: { characters: [] } },
      [GET_PROFILE]: { body: PROFILE },
    });
    await openProfile();
    const keys = ['ArrowLeft', 'ArrowLeft', 'Home', 'ArrowRight', 'End'];
    const names = keys.map((key) => {
      fireEvent.keyDown(screen.getByRole('tab', { selected: true }), { key });
      return document.activeElement?.textContent;
    });
    expect(names).toEqual(['Privacy', 'Security', 'Characters', 'Achievements', 'Privacy']);
    expect(screen.getByRole('tabpanel', { name: 'Privacy' })).toBeTruthy();
  });

  it('lead from no achievements to what is on in the game', async () => {
    fakeServer({ ...NO_GAME_ACCOUNTS, [GET_PROFILE]: { body: PROFILE } });
    await openProfile('/profile?tab=achievements');
    expect(screen.getByText('No achievements yet.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Read the news' }).getAttribute('href')).toBe('/news');
  });

  it('ask an unlinked player to link before drops', async () => {
    fakeServer({
      ...NO_GAME_ACCOUNTS,
      [GET_CHARACTERS]: { body: { characters: [] } },
      [GET_PROFILE]: { body: PROFILE },
    });
    await openProfile('/profile', { features: { twitch: true, shop: false, mail: true } });
    fireEvent.click(screen.getByRole('tab', { name: 'Viewer Drops' }));
    expect(screen.getByRole('tabpanel').textContent).toContain(LINK_FIRST);
  });
});
