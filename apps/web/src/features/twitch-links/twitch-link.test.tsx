import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { route as profilePage } from '#pages/accounts/ProfilePage.tsx';
import { fakeServer, renderPage } from '#test/render-page.tsx';
import { pass, press, useSignedInPlayer } from '#test/set-clock.ts';

const PROFILE = {
  userName: 'Aria',
  email: 'aria@example.org',
  isEmailConfirmed: true,
  avatarUrl: null,
  accountDBID: 4711,
  registerTime: '2026-01-02T10:00:00Z',
  lastLoginTime: null,
  hasClaimedVeteranPackage: false,
  hasClaimedFounderPackage: false,
  twitchId: null as string | null,
  webMgt: 1,
  privilege: 0,
};
const LINKED = { ...PROFILE, twitchId: '7' };
const GET_PROFILE = 'GET /api/user/profile';
const START = 'GET /api/auth/twitch/link?as=viewer';
const UNLINK = 'DELETE /api/auth/twitch/link';
const TWITCH_URL = 'https://id.twitch.tv/oauth2/authorize?state=1';
const FAILED = { status: 500, body: {} };

const link = (streamer: string) => ({
  body: {
    link: { twitchId: '7', login: 'quill', displayName: 'Quill', linkedAt: PROFILE.registerTime, streamer },
  },
});

const answers = (profile: typeof PROFILE, streamer = 'none') => ({
  'GET /api/user/characters': { body: { characters: [] } },
  'GET /api/user/game-accounts': { body: { gameAccounts: [] } },
  'GET /api/user/twitch': link(streamer),
  [GET_PROFILE]: { body: profile },
});

useSignedInPlayer();

async function open({ at = '/profile', twitch = true } = {}) {
  renderPage({
    routes: [{ path: '/profile', ...profilePage }],
    at,
    site: { features: { twitch, shop: false, mail: true } },
  });
  await pass(0);
}

describe('linking with Twitch', () => {
  it('sends the browser to the address the server returns', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
    fakeServer({ ...answers(PROFILE), [START]: { body: { url: TWITCH_URL } } });
    await open();
    await press('Link with Twitch');
    expect(assign).toHaveBeenCalledExactlyOnceWith(TWITCH_URL);
  });

  it.each([
    ['the server fails', FAILED, 'Could not initiate Twitch linking.'],
    [
      'the address is invalid',
      { body: { url: 'javascript:alert(1)' } },
      'Could not initiate Twitch linking.',
    ],
    [
      'the server says why',
      { status: 503, body: { code: 'unavailable', message: 'Please try again later.' } },
      'Please try again later.',
    ],
  ])('does not leave the page when %s', async (_, answer, message) => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
    fakeServer({ ...answers(PROFILE), [START]: answer });
    await open();
    await press('Link with Twitch');
    expect(screen.getByRole('alert').textContent).toBe(message);
    expect(assign).not.toHaveBeenCalled();
  });
});

describe('a linked account', () => {
  it.each([
    ['none', 'Earn by streaming'],
    ['needs_new_link', 'Link your channel again'],
  ])('in the state %s gets the button: %s', async (streamer, name) => {
    fakeServer(answers(LINKED, streamer));
    await open();
    expect(screen.getByText('Linked with Quill on Twitch.')).toBeTruthy();
    expect(screen.getByRole('button', { name })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Link with Twitch' })).toBeNull();
  });

  it.each([
    ['pending', /is reviewing your channel/],
    ['approved', /Your channel is approved/],
    ['rejected', /hasn't approved your channel/],
  ])('in the state %s sees its status and no button to apply', async (streamer, words) => {
    fakeServer(answers(LINKED, streamer));
    await open();
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Earn by streaming|again/ })).toBeNull();
  });
});

describe('unlinking', () => {
  it('says what is deleted and then shows the account without Twitch', async () => {
    const profiles = [LINKED, PROFILE];
    fakeServer({
      ...answers(LINKED),
      [GET_PROFILE]: () => ({ body: profiles.shift() }),
      [UNLINK]: { body: { message: 'Twitch unlinked successfully!' } },
    });
    await open({ at: '/profile?message=twitch_linked' });
    expect(screen.getByText('Linked with Twitch.')).toBeTruthy();
    screen.getByRole('button', { name: 'Unlink Twitch' }).focus();
    await press('Unlink Twitch');
    const dialog = within(screen.getByRole('dialog', { name: 'Unlink Twitch' }));
    expect(dialog.getByText(/all your watch and stream minutes/)).toBeTruthy();
    expect(dialog.getByText(/You keep the rewards you've claimed\. For 30 days/)).toBeTruthy();
    await press('Unlink', dialog);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText('Twitch unlinked successfully!')).toBeTruthy();
    // What the link was greeted with is gone, and the focus is where the button was.
    expect(screen.queryByText('Linked with Twitch.')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Link with Twitch' }));
  });

  it('shows an error and keeps the link when it fails', async () => {
    fakeServer({ ...answers(LINKED), [UNLINK]: FAILED });
    await open();
    await press('Unlink Twitch');
    const dialog = within(screen.getByRole('dialog'));
    await press('Unlink', dialog);
    expect(dialog.getByRole('alert').textContent).toBe('Failed to unlink twitch.');
    await press('Cancel', dialog);
    expect(screen.getByRole('button', { name: 'Unlink Twitch' })).toBeTruthy();
  });

  it('works where Twitch is switched off, and nothing else of Twitch is offered', async () => {
    const profiles = [LINKED, PROFILE];
    fakeServer({
      ...answers(LINKED, 'approved'),
      [GET_PROFILE]: () => ({ body: profiles.shift() }),
      [UNLINK]: { body: { message: 'Twitch unlinked successfully!' } },
    });
    await open({ twitch: false });
    expect(
      screen.getByText(
        "Twitch is switched off on this server. Minutes don't count, but you can still unlink.",
      ),
    ).toBeTruthy();
    expect(screen.queryByText(/you earn by streaming/)).toBeNull();
    expect(screen.queryByRole('button', { name: /Link with|streaming|again/ })).toBeNull();
    screen.getByRole('button', { name: 'Unlink Twitch' }).focus();
    await press('Unlink Twitch');
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByText("You keep the rewards you've claimed.")).toBeTruthy();
    expect(dialog.queryByText(/30 days/)).toBeNull();
    await press('Unlink', dialog);
    expect(screen.getByText('Twitch unlinked successfully!')).toBeTruthy();
    expect(screen.getByText('Twitch linking is switched off on this server.')).toBeTruthy();
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Link with Twitch' });
    expect(button.disabled).toBe(true);
    // It takes no focus, so that is at what is around it.
    expect(document.activeElement).toBe(button.parentElement);
  });
});

describe('stopping to stream', () => {
  const STOP = 'DELETE /api/auth/twitch/streamer';
  const STOPPED = "You've stopped streaming. Your minutes stay.";

  it('says what ends and what stays, keeps the link and shows the result', async () => {
    const links = [link('approved'), link('none')];
    fakeServer({
      ...answers(LINKED),
      'GET /api/user/twitch': () => links.shift() ?? link('none'),
      [STOP]: { body: { message: STOPPED } },
    });
    await open();
    screen.getByRole('button', { name: 'Stop streaming' }).focus();
    await press('Stop streaming');
    const dialog = within(screen.getByRole('dialog', { name: 'Stop streaming' }));
    expect(dialog.getByText('You keep your Twitch link, your minutes and your rewards.')).toBeTruthy();
    await press('Stop streaming', dialog);
    await pass(0);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText(STOPPED)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Stop streaming' })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Unlink Twitch' }));
  });

  it('shows an error and changes nothing when it fails', async () => {
    fakeServer({ ...answers(LINKED, 'needs_new_link'), [STOP]: FAILED });
    await open();
    await press('Stop streaming');
    const dialog = within(screen.getByRole('dialog'));
    await press('Stop streaming', dialog);
    expect(dialog.getByRole('alert').textContent).toBe("Streaming couldn't be stopped. Please try again.");
    await press('Cancel', dialog);
    expect(screen.getByRole('button', { name: 'Stop streaming' })).toBeTruthy();
  });

  it.each(['none', 'rejected'])('is not offered to a streamer who is %s', async (streamer) => {
    fakeServer(answers(LINKED, streamer));
    await open();
    expect(screen.queryByRole('button', { name: 'Stop streaming' })).toBeNull();
  });
});
