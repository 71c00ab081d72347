import type { CountingState, DropKind, Reward } from '@waygate/contract/drops/drops.schemas';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { saveSession } from '#api/session.ts';
import { fakeServer, gate, renderPage } from '#test/render-page.tsx';
import { DropsTab } from './DropsTab.tsx';

const TIME = 'GET /api/user/twitch/watchtime';
const REWARDS = 'GET /api/user/twitch/watchrewards';
const CLAIM = 'POST /api/user/twitch/getviewerreward';
const STREAM_TIME = 'GET /api/user/twitch/streamtime';
const LINK = 'GET /api/user/twitch';
const FAILED = { status: 500, body: {} };

const ARA = { login: 'ara', displayName: 'Ara', url: 'https://www.twitch.tv/ara' };

const PROGRESS = {
  season: { id: 2, name: 'Season Two', endsAt: null },
  state: 'counting' as CountingState,
  channel: ARA as typeof ARA | null,
  lastSampleAt: '2026-11-20T18:24:00Z',
  todayMinutes: 45,
  dailyCap: 240,
  live: [ARA],
};

const reward = (rewardId: number, requiredMinutes: number, isClaimed = false): Reward => ({
  rewardId,
  title: `Reward ${rewardId}`,
  description: `Number ${rewardId}`,
  imageUrl: rewardId === 1 ? 'media/lantern.webp' : null,
  requiredMinutes,
  isClaimed,
});

const THREE = [reward(1, 30), reward(2, 60), reward(3, 240)];

const time = (watchTime: number, change: Partial<typeof PROGRESS> = {}) => ({
  body: { ...PROGRESS, ...change, watchTime },
});

const twitchLink = (streamer = 'none') => ({
  body: {
    link: { twitchId: '7', login: 'quill', displayName: 'Quill', linkedAt: PROGRESS.lastSampleAt, streamer },
  },
});

const standing = (state: CountingState) => ({ body: { ...PROGRESS, state, channel: null, streamTime: 5 } });

const streaming = (state: CountingState, streamer: string) => ({
  [STREAM_TIME]: standing(state),
  'GET /api/user/twitch/streamrewards': { body: [reward(1, 10)] },
  [LINK]: twitchLink(streamer),
});

/** Answers for somebody who has watched for 90 minutes. */
const answers = () => ({ [TIME]: time(90), [REWARDS]: { body: THREE }, [LINK]: twitchLink() });

beforeEach(() => {
  vi.useFakeTimers();
  saveSession({ accessToken: 'token-1', userName: 'Aria' });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function pass(milliseconds: number) {
  return act(() => vi.advanceTimersByTimeAsync(milliseconds));
}

type OpenOptions = { kind?: DropKind; isLinked?: boolean; twitch?: boolean };

async function open({ kind = 'viewer', isLinked = true, twitch = true }: OpenOptions = {}) {
  const view = renderPage({
    site: { features: { twitch, shop: false } },
    routes: [{ path: '/', element: <DropsTab kind={kind} isLinked={isLinked} /> }],
    at: '/',
  });
  await pass(0);
  return view;
}

async function press(name: string | RegExp) {
  fireEvent.click(screen.getByRole('button', { name }));
  await pass(0);
}

function setHidden(isHidden: boolean) {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
  document.dispatchEvent(new Event('visibilitychange'));
  return pass(0);
}

const chips = () =>
  within(screen.getByRole('group', { name: 'Show rewards' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent);

const states = () =>
  screen.getAllByRole('article').map((card) => /Locked|Available|Claimed/.exec(card.textContent)?.[0]);

describe('the drops tab', () => {
  it.each(['viewer', 'streamer'] as const)(
    'asks a %s without Twitch to link it, and nothing else',
    async (kind) => {
      const { sent } = fakeServer({});
      await open({ kind, isLinked: false });
      expect(screen.getByText('Please link your Twitch account to participate in drops.')).toBeTruthy();
      await pass(120_000);
      expect(sent).toHaveLength(0);
    },
  );

  it.each([true, false])(
    'says on a server without Twitch that drops are switched off, and asks for nothing: linked %s',
    async (isLinked) => {
      const { sent } = fakeServer({});
      await open({ isLinked, twitch: false });
      expect(
        screen.getByText('Drops are switched off on this server, so no minutes are counted.'),
      ).toBeTruthy();
      expect(screen.queryByRole('button')).toBeNull();
      await pass(120_000);
      expect(sent).toHaveLength(0);
    },
  );

  it.each([
    ['viewer', 'Link with Twitch'],
    ['streamer', 'Earn by streaming'],
  ] as const)('leads a %s to Twitch from there: %s', async (kind, name) => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
    const url = 'https://id.twitch.tv/oauth2/authorize?state=1';
    fakeServer({ [`GET /api/auth/twitch/link?as=${kind}`]: { body: { url } } });
    await open({ kind, isLinked: false });
    await press(name);
    expect(assign).toHaveBeenCalledExactlyOnceWith(url);
  });

  it('tells at one look how far one is, what comes next, and that it counts', async () => {
    fakeServer(answers());
    await open();
    expect(screen.getByRole('status').textContent).toBe('Counting now on Ara');
    expect(screen.getByText(/^Last checked:/).querySelector('time')?.dateTime).toBe(PROGRESS.lastSampleAt);
    const figures = screen
      .getAllByRole('term')
      .map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`);
    expect(figures).toEqual([
      'Watched this season: 1h 30m',
      'Today: 45 min of 4h 0m',
      'Next reward: Reward 3 in 2h 30m',
    ]);
    const bar = screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Progress to the last reward' });
    expect(bar.value / bar.max).toBe(0.375);
    expect(bar.getAttribute('aria-valuetext')).toBe('1h 30m of 4h 0m');
    const markers = within(screen.getByRole('list', { name: 'Rewards along the way' })).getAllByRole(
      'listitem',
    );
    expect(markers.map(({ textContent }) => textContent)).toEqual([
      '30 min: Reward 1, reached',
      '1h 0m: Reward 2, reached',
      '4h 0m: Reward 3, not reached yet',
    ]);
    const live = screen.getByRole<HTMLAnchorElement>('link', { name: 'Ara (opens in a new tab)' });
    expect([live.href, live.target, live.rel]).toEqual([ARA.url, '_blank', 'noopener']);
  });

  it('names a few of many live channels at once, and the others on demand', async () => {
    const live = Array.from({ length: 20 }, (_, at) => ({
      ...ARA,
      login: `ara${at}`,
      displayName: `Ara ${at}`,
    }));
    fakeServer({ ...answers(), [TIME]: time(90, { live }) });
    await open();
    const [shown, others] = screen.getAllByRole('list', { name: 'Live now' });
    expect(shown?.querySelectorAll('a')).toHaveLength(6);
    expect(others?.querySelectorAll('a')).toHaveLength(14);
    expect(others?.closest('details')?.querySelector('summary')?.textContent).toBe('14 more');
  });

  it.each([
    ['not_sampled', /could not ask Twitch/],
    ['no_season', /No season is running/],
    ['nobody_live', /No channel that counts is live/],
    ['not_present', /You are in no chat/],
    ['chat_unread', /could not read every chat/],
    // At the visitor's hour of midnight UTC.
    [
      'cap_reached',
      new RegExp(
        `today. Counting starts again at ${new Date('2026-11-21T00:00Z').toLocaleTimeString([], { timeStyle: 'short' })}`,
      ),
    ],
  ] as const)('says why nothing counts: %s', async (state, reason) => {
    fakeServer({ ...answers(), [TIME]: time(90, { state, channel: null }) });
    await open();
    expect(screen.getByRole('status').textContent).toMatch(/^Not counting now/);
    expect(screen.getByRole('status').textContent).toMatch(reason);
  });

  it('shows each reward with its picture, text, time and state', async () => {
    // Nothing is fetched in a test, and what could not be fetched would be taken away.
    vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false);
    fakeServer({ ...answers(), [REWARDS]: { body: [reward(1, 30), reward(2, 60, true), reward(3, 240)] } });
    await open();
    expect(states()).toEqual(['Available', 'Claimed', 'Locked']);
    const [first] = screen.getAllByRole('article');
    expect(first?.textContent).toContain('Number 1');
    expect(first?.textContent).toContain('30 min');
    expect(first?.querySelector('img')?.getAttribute('src')).toBe('/api/media/lantern.webp');
    expect(screen.getAllByRole('button', { name: /^Claim Reward/ })).toHaveLength(1);
  });

  it('narrows the rewards by chips, each with its count', async () => {
    fakeServer({ ...answers(), [REWARDS]: { body: [reward(1, 30), reward(2, 60, true), reward(3, 240)] } });
    await open();
    expect(chips()).toEqual(['All 3', 'Available 1', 'Locked 1', 'Claimed 1']);
    await press(/^Locked/);
    expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Rewards',
      'Reward 3',
    ]);
  });

  it('says so when a season has no rewards', async () => {
    fakeServer({ ...answers(), [REWARDS]: { body: [] } });
    await open();
    expect(screen.getByText('There are no viewer rewards right now. Please check back later.')).toBeTruthy();
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('says why it cannot be loaded and tries again', async () => {
    const times = [FAILED, time(90)];
    fakeServer({ ...answers(), [TIME]: () => times.shift() ?? FAILED });
    await open();
    expect(screen.getByRole('alert').textContent).toBe('Failed to load Twitch Drop data.');
    await press('Retry');
    expect(screen.getByText('1h 30m')).toBeTruthy();
  });
});

describe('polling', () => {
  it('asks for the minutes again every 60 seconds, and keeps the old ones when that fails', async () => {
    const times = [time(29), FAILED, time(30)];
    const { sent } = fakeServer({ ...answers(), [TIME]: () => times.shift() ?? FAILED });
    await open();
    expect(states()).toEqual(['Locked', 'Locked', 'Locked']);
    await pass(60_000);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByText('29 min')).toBeTruthy();
    await pass(60_000);
    expect(states()).toEqual(['Available', 'Locked', 'Locked']);
    expect(sent.map(({ request }) => request).filter((request) => request === REWARDS)).toHaveLength(1);
  });

  it('stops while nobody looks, and asks at once when somebody does', async () => {
    const { sent } = fakeServer(answers());
    await open();
    const asked = () => sent.filter(({ request }) => request === TIME).length;
    await pass(30_000);
    await setHidden(true);
    await pass(600_000);
    expect(asked()).toBe(1);
    await setHidden(false);
    expect(asked()).toBe(2);
    // A whole minute from there.
    await pass(59_999);
    expect(asked()).toBe(2);
    await pass(1);
    expect(asked()).toBe(3);
  });

  it('asks no more often for a tab that comes and goes', async () => {
    const { sent } = fakeServer(answers());
    await open();
    const asked = () => sent.filter(({ request }) => request === TIME).length;
    for (let second = 0; second < 59; second += 1) {
      await setHidden(second % 2 === 0);
      window.dispatchEvent(new Event('focus'));
      await pass(1000);
    }
    expect(asked()).toBe(6);
    await setHidden(false);
    await pass(60_000);
    expect(asked()).toBe(7);
  });

  it('takes no answer that a later one has overtaken', async () => {
    const slow = gate();
    const times = [time(29), slow.opened.then(() => time(28)), time(31)];
    fakeServer({ ...answers(), [TIME]: () => times.shift() ?? FAILED });
    await open();
    await pass(120_000);
    slow.open();
    await pass(0);
    expect(screen.getByText('31 min')).toBeTruthy();
  });

  it('tells a streamer of a decision that was made meanwhile', async () => {
    const links = [twitchLink('approved'), twitchLink('needs_new_link')];
    const standings = ['counting', 'needs_new_link', 'needs_new_link'] as const;
    let asked = 0;
    fakeServer({
      ...streaming('counting', 'approved'),
      [STREAM_TIME]: () => standing(standings[asked++] ?? 'needs_new_link'),
      [LINK]: () => links.shift() ?? twitchLink('needs_new_link'),
    });
    await open({ kind: 'streamer' });
    expect(screen.queryByRole('button', { name: 'Link your channel again' })).toBeNull();
    await pass(60_000);
    expect(screen.getByRole('button', { name: 'Link your channel again' })).toBeTruthy();
  });

  it('brings the rewards of a season that has begun meanwhile', async () => {
    const times = [time(90), time(0, { season: { id: 3, name: 'Season Three', endsAt: null } })];
    const lists = [THREE, [reward(9, 15)]];
    fakeServer({
      ...answers(),
      [TIME]: () => times.shift() ?? time(0, { season: { id: 3, name: 'Season Three', endsAt: null } }),
      [REWARDS]: () => ({ body: lists.shift() }),
    });
    await open();
    await pass(60_000);
    expect(screen.getByText('Season Three')).toBeTruthy();
    expect(screen.getByRole('article', { name: 'Reward 9' })).toBeTruthy();
  });
});

describe('a claim', () => {
  it('shows at once, is told in the words of the server for 5 seconds, and keeps the focus near', async () => {
    const server = gate();
    const { sent } = fakeServer({
      ...answers(),
      [CLAIM]: async () => {
        await server.opened;
        return { body: { message: 'Reward claimed!' } };
      },
    });
    await open();
    screen.getByRole('button', { name: 'Claim Reward 1' }).focus();
    await press('Claim Reward 1');
    expect(states()).toEqual(['Claimed', 'Available', 'Locked']);
    expect(document.activeElement?.textContent).toBe('Rewards');
    server.open();
    await pass(0);
    expect(screen.getByText('Reward claimed!')).toBeTruthy();
    expect(sent.at(-1)).toMatchObject({ request: CLAIM, body: { rewardId: 1 } });
    await pass(4999);
    expect(screen.queryByText('Reward claimed!')).toBeTruthy();
    await pass(1);
    expect(screen.queryByText('Reward claimed!')).toBeNull();
    expect(states()).toEqual(['Claimed', 'Available', 'Locked']);
  });

  it.each([
    [FAILED, 'Failed to claim reward.'],
    [
      { status: 409, body: { code: 'conflict', message: 'This reward needs 30 minutes.' } },
      'This reward needs 30 minutes.',
    ],
  ])('that fails is taken back', async (answer, message) => {
    fakeServer({ ...answers(), [CLAIM]: answer });
    await open();
    await press('Claim Reward 1');
    expect(states()).toEqual(['Available', 'Available', 'Locked']);
    expect(screen.getByRole('alert').textContent).toBe(message);
    await pass(5000);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('of all goes through what is available, one after another', async () => {
    const server = gate();
    const { sent } = fakeServer({
      ...answers(),
      [CLAIM]: async () => {
        await server.opened;
        return { body: { message: 'Reward claimed!' } };
      },
    });
    await open();
    await press('Claim All');
    expect(states()).toEqual(['Claimed', 'Claimed', 'Locked']);
    expect(sent.filter(({ request }) => request === CLAIM)).toHaveLength(1);
    server.open();
    await pass(0);
    expect(sent.filter(({ request }) => request === CLAIM).map(({ body }) => body)).toEqual([
      { rewardId: 1 },
      { rewardId: 2 },
    ]);
    expect(screen.getByText('Claimed 2 reward(s).')).toBeTruthy();
    await press('Claim All');
    expect(screen.getByText('No rewards available to claim yet.')).toBeTruthy();
    expect(sent.filter(({ request }) => request === CLAIM)).toHaveLength(2);
  });

  it('of all is taken back as a whole when one fails', async () => {
    const outcomes = [{ body: { message: 'Reward claimed!' } }, FAILED];
    fakeServer({ ...answers(), [CLAIM]: () => outcomes.shift() ?? FAILED });
    await open();
    await press('Claim All');
    expect(states()).toEqual(['Available', 'Available', 'Locked']);
    expect(screen.getByRole('alert').textContent).toBe('Failed to claim all rewards.');
  });
});

describe('a streamer', () => {
  it.each([
    ['not_approved', 'none', /You have not asked to earn by streaming yet/],
    ['not_approved', 'pending', /Our team is looking at your channel/],
    ['not_approved', 'rejected', /has not approved your channel/],
    ['needs_new_link', 'needs_new_link', /Please link your channel again/],
    ['counting', 'needs_new_link', /Your own minutes count, but we cannot see your chat/],
    ['nobody_live', 'approved', /You are not live/],
    [
      'nobody_live',
      'needs_new_link',
      /^Not counting nowTwitch no longer lets us see your chat\. Please link your channel again\.$/,
    ],
    ['wrong_game', 'approved', /live in another category/],
  ] as const)('in the state %s, %s, reads why', async (state, streamer, reason) => {
    fakeServer(streaming(state, streamer));
    await open({ kind: 'streamer' });
    expect(screen.getByRole('status').textContent).toMatch(reason);
    expect(screen.getByText('Streamed this season').nextSibling?.textContent).toBe('5 min');
    expect(screen.getByRole('list', { name: 'Live now' }).textContent).toContain('Ara');
  });

  it('who has not asked yet can ask, and is told when that does not work', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
    const starts = [FAILED, { body: { url: 'https://id.twitch.tv/oauth2/authorize?state=1' } }];
    fakeServer({
      ...streaming('not_approved', 'none'),
      'GET /api/auth/twitch/link?as=streamer': () => starts.shift() ?? FAILED,
    });
    await open({ kind: 'streamer' });
    await press('Earn by streaming');
    expect(screen.getByRole('alert').textContent).toBe('Could not initiate Twitch linking.');
    await press('Earn by streaming');
    expect(assign).toHaveBeenCalledWith('https://id.twitch.tv/oauth2/authorize?state=1');
  });
});
