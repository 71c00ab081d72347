import type { Home } from '@waygate/contract/home/home.schemas';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { route as homePage } from '#pages/home/HomePage.tsx';
import { EMPTY_HOME, HOME } from '#test/home.ts';
import { fakeServer, renderPage } from '#test/render-page.tsx';
import { briefTimeLeft, eventState } from './event.rules.ts';
import { loadParts } from './later-parts.tsx';
// Loaded before the clock stands.
import './parts.ts';
import './read-home.ts';
import { fileSizeText } from './start/file-size-text.ts';

const NOW = new Date('2026-11-22T20:00:00Z');

beforeAll(loadParts);

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true });
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });

function renderHome(change: Partial<Home> = {}, base = HOME) {
  const value = { home: { ...base, ...change }, readAt: NOW.getTime() };
  renderPage({ routes: [{ path: '/', ...homePage }], at: '/', content: { status: 'loaded', value } });
}

const facts = () =>
  screen.queryAllByRole('term').flatMap(({ textContent, parentElement }) => {
    const link = parentElement?.querySelector('dd > a');
    return link ? [`${textContent}: ${link.textContent.trim()} → ${link.getAttribute('href')}`] : [];
  });
const headings = (level: number) =>
  screen.queryAllByRole('heading', { level }).map(({ textContent }) => textContent);

describe('the facts on the first screen', () => {
  it('each lead somewhere', () => {
    renderHome();
    expect(facts()).toEqual([
      'Server: 1,284 players online → #start',
      'Version: 1.2.0 Emberdeep → /patch-notes/3',
      'Live on Twitch: 4 channels with drops → #now',
      'Next event: Lanternfall in 4 d 22 h → #now',
    ]);
  });

  it('leave out what is unknown, and give no number while the server is away', () => {
    const world = { status: 'offline', playersOnline: 0, gameVersion: null, servers: 2 } as const;
    renderHome({ world }, EMPTY_HOME);
    expect(facts()).toEqual(['Servers: Back soon → #start']);
  });

  it('are read again every minute, and stay as they are when that fails', async () => {
    let answer: { status?: number; body?: unknown } = { status: 503 };
    fakeServer({ 'GET /api/content/home': () => answer });
    renderHome();
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(facts()).toHaveLength(4);
    answer = { body: { ...HOME, world: { ...HOME.world, playersOnline: 1 } } };
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    await waitFor(() => expect(facts()[0]).toContain('1 player online'));
  });

  it('come with the maintenance and its expected end', () => {
    renderHome({ maintenance: { text: 'The realm moves.', expectedEnd: '2026-11-22T21:00:00Z' } });
    expect(screen.getByText(/The realm moves/).textContent).toContain('Expected until');
  });
});

describe('what happens now', () => {
  it('is an event, channels, a patch, an article and an offer', () => {
    renderHome();
    expect(headings(2)[0]).toBe('Happening now');
    expect(headings(3).slice(0, 5)).toEqual([
      'Lanternfall',
      'Live now',
      '1.2.0 Emberdeep',
      'Run a dungeon with the game masters',
      'Horn of the Grey Stag',
    ]);
    expect(screen.getByText('Begins in less than 5 days')).toBeDefined();
    expect(screen.getByText('Offer, 2 d 16 h left')).toBeDefined();
    const patch = within(screen.getByText('Newest patch').closest('article') as HTMLElement);
    expect(patch.getByText('A dungeon below the old mine.')).toBeDefined();
    expect(patch.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '4 new',
      '2 changed',
      '9 fixed',
    ]);
    const offer = screen.getByRole('link', { name: 'Horn of the Grey Stag' });
    expect(offer.getAttribute('href')).toBe('/store#product-5');
    expect(screen.getByText(/Fallen Star/).parentElement?.textContent).toBe('Fallen Star, 4h');
  });

  it('shows three channels first, and all on request', async () => {
    renderHome();
    expect(screen.queryByRole('link', { name: /agnes/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'All 4 channels' }));
    expect(screen.getByRole('link', { name: /agnes/ })).toBeDefined();
  });

  it('counts all channels, also where only the first ones are listed', async () => {
    renderHome({ drops: { ...HOME.drops, total: 30 } });
    expect(facts()).toContain('Live on Twitch: 30 channels with drops → #now');
    await user.click(screen.getByRole('button', { name: '4 of 30 channels' }));
    expect(screen.getByRole('link', { name: /agnes/ })).toBeDefined();
  });

  it('keeps the rewards when nobody is live, and leaves out an event and an offer that are over', () => {
    const event = HOME.event && {
      ...HOME.event,
      startsAt: '2026-11-01T00:00:00Z',
      endsAt: NOW.toISOString(),
    };
    const offer = HOME.offer && { ...HOME.offer, saleEndDate: NOW.toISOString() };
    renderHome({ event, offer, drops: { ...HOME.drops, live: [], total: 0 } });
    expect(headings(3).slice(0, 3)).toEqual([
      'Live now',
      '1.2.0 Emberdeep',
      'Run a dungeon with the game masters',
    ]);
    expect(screen.getByRole('link', { name: 'Watch and earn: Season Two' })).toBeDefined();
  });

  it('is absent when there is nothing', () => {
    renderHome({}, EMPTY_HOME);
    expect(headings(2)).toEqual(['A world worth your evenings', 'Get started', 'Community']);
    expect(facts()).toEqual([]);
    expect(screen.queryByRole('table')).toBeNull();
  });
});

describe('the way into the game', () => {
  it('begins with registering, and for a player with the download', () => {
    renderHome();
    expect(screen.getByRole('link', { name: 'Play for free' }).getAttribute('href')).toBe('/register');
    act(() => {
      localStorage.setItem('user', JSON.stringify({ accessToken: 'token' }));
      window.dispatchEvent(new Event('storage'));
    });
    expect(screen.queryByRole('link', { name: 'Play for free' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Create Account' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Download' }).getAttribute('href')).toBe(
      '/download/launcher.exe',
    );
    expect(screen.getAllByRole('link', { name: 'Profile' })[0]?.getAttribute('href')).toBe('/profile');
  });

  it('names the client, copies its checksum and leaves out an empty column of requirements', async () => {
    renderHome();
    expect(screen.getByText('128 MB')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Copy the SHA-256' }));
    expect(await navigator.clipboard.readText()).toBe('a3'.repeat(32));
    expect(screen.getByText('Copied.')).toBeDefined();
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Requirement',
      'Minimum',
    ]);
  });
});

it('knows an event by its times, and says times and sizes briefly', () => {
  const times = { startsAt: '2026-11-22T20:00:00Z', endsAt: '2026-11-22T21:00:00Z' };
  const at = (minutes: number) => eventState(times, NOW.getTime() + minutes * 60_000);
  expect([at(-1), at(0), at(59), at(60)]).toEqual(['next', 'running', 'running', 'over']);
  expect(eventState({ ...times, endsAt: null }, NOW.getTime() + 1e9)).toBe('running');
  expect(briefTimeLeft({ days: 0, hours: 3, minutes: 5, seconds: 1 })).toBe('3 h 5 min');
  expect(briefTimeLeft({ days: 0, hours: 0, minutes: 0, seconds: 9 })).toBe('1 min');
  expect([0, 999, 4_700_000_000].map((bytes) => fileSizeText(bytes, 'en'))).toEqual([
    '0 bytes',
    '999 bytes',
    '4.7 GB',
  ]);
});
