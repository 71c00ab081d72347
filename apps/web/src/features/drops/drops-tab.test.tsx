import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import {
  answers,
  ARA,
  FAILED,
  LINK,
  openTab,
  PROGRESS,
  reward,
  REWARDS,
  states,
  streaming,
  TIME,
  time,
} from '#test/drops-tab.tsx';
import { fakeServer } from '#test/render-page.tsx';
import { pass, press, useSignedInPlayer } from '#test/set-clock.ts';

useSignedInPlayer();

const chips = () =>
  within(screen.getByRole('group', { name: 'Show rewards' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent);

describe('the drops tab', () => {
  it.each(['viewer', 'streamer'] as const)(
    'asks a %s without Twitch to link it and sends no request',
    async (kind) => {
      const { sent } = fakeServer({});
      await openTab({ kind, isLinked: false });
      expect(screen.getByText('Please link your Twitch account to participate in drops.')).toBeTruthy();
      expect(screen.getByText(/^Link (it|your channel) once/)).toBeTruthy();
      await pass(120_000);
      expect(sent).toHaveLength(0);
    },
  );

  it.each([true, false])(
    'says that drops are switched off and sends no request on a server without Twitch (linked: %s)',
    async (isLinked) => {
      const { sent } = fakeServer({});
      await openTab({ isLinked, twitch: false });
      expect(
        screen.getByText("Drops are switched off on this server, so minutes aren't counted."),
      ).toBeTruthy();
      expect(screen.queryByRole('button')).toBeNull();
      await pass(120_000);
      expect(sent).toHaveLength(0);
    },
  );

  it.each([
    ['viewer', 'Link with Twitch'],
    ['streamer', 'Earn by streaming'],
  ] as const)('sends a %s to Twitch by the button "%s"', async (kind, name) => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
    const url = 'https://id.twitch.tv/oauth2/authorize?state=1';
    fakeServer({ [`GET /api/auth/twitch/link?as=${kind}`]: { body: { url } } });
    await openTab({ kind, isLinked: false });
    await press(name);
    expect(assign).toHaveBeenCalledExactlyOnceWith(url);
  });

  it('shows progress, the next reward and that minutes are counting', async () => {
    fakeServer(answers());
    await openTab();
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
    const track = screen.getByRole('list', { name: 'Rewards' });
    const fills = [...track.querySelectorAll('li')].map((stretch) =>
      stretch.style.getPropertyValue('--fill'),
    );
    expect(fills).toEqual(['100%', '100%', '17%']);
    const live = screen.getByRole<HTMLAnchorElement>('link', { name: 'Ara (opens in a new tab)' });
    expect([live.href, live.target, live.rel]).toEqual([ARA.url, '_blank', 'noopener']);
  });

  it('lists six live channels and hides the rest behind a summary', async () => {
    const live = Array.from({ length: 20 }, (_, at) => ({
      ...ARA,
      login: `ara${at}`,
      displayName: `Ara ${at}`,
    }));
    fakeServer({ ...answers(), [TIME]: time(90, { live }) });
    await openTab();
    const [shown, others] = screen.getAllByRole('list', { name: 'Live now' });
    expect(shown?.querySelectorAll('a')).toHaveLength(6);
    expect(others?.querySelectorAll('a')).toHaveLength(14);
    expect(others?.closest('details')?.querySelector('summary')?.textContent).toBe('14 more');
  });

  it.each([
    ['not_sampled', /couldn't reach Twitch/],
    ['no_season', /No season is running/],
    ['nobody_live', /No participating channel is live/],
    ['not_present', /You're not in the chat of a participating channel/],
    ['chat_unread', /couldn't read every chat/],
    ['stream_unlisted', /Twitch didn't list the stream in the last minute/],
    ['new_day', /You'd reached yesterday's limit/],
    // Midnight UTC in the visitor's time zone.
    [
      'cap_reached',
      new RegExp(
        `today's limit. Counting resumes at ${new Date('2026-11-21T00:00Z').toLocaleTimeString([], { timeStyle: 'short' })}`,
      ),
    ],
  ] as const)('explains why nothing counts: %s', async (state, reason) => {
    fakeServer({ ...answers(), [TIME]: time(90, { state, channel: null }) });
    await openTab();
    expect(screen.getByRole('status').textContent).toMatch(/^Not counting now/);
    expect(screen.getByRole('status').textContent).toMatch(reason);
  });

  it.each([
    ['chat_unread', /couldn't read the chat of Ara in the last minute/],
    ['stream_unlisted', /didn't list the stream of Ara/],
  ] as const)('names the channel that %s is about', async (state, reason) => {
    fakeServer({ ...answers(), [TIME]: time(90, { state }) });
    await openTab();
    expect(screen.getByRole('status').textContent).toMatch(reason);
  });

  it('names channels whose chat cannot be read, three at most, next to those to watch', async () => {
    const unread = ['Bo', 'Cy', 'Di', 'Ed'].map((displayName) => ({ ...ARA, displayName }));
    fakeServer({ ...answers(), [TIME]: time(90, { state: 'not_present', channel: null, unread }) });
    await openTab();
    expect(screen.getByText(/^We can't read the chat of Bo, Cy, Di and 1 more right now/)).toBeTruthy();
    expect(screen.getByRole('list', { name: 'Live now' }).textContent).not.toContain('Bo');
  });

  it('joins the names of two unread channels as one says them', async () => {
    const unread = ['Bo', 'Cy'].map((displayName) => ({ ...ARA, displayName }));
    fakeServer({ ...answers(), [TIME]: time(90, { unread }) });
    await openTab();
    expect(screen.getByText(/^We can't read the chat of Bo and Cy right now/)).toBeTruthy();
  });

  it('shows each reward with its picture, text, time and state', async () => {
    // Nothing is fetched in a test, and what could not be fetched would be taken away.
    vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false);
    fakeServer({ ...answers(), [REWARDS]: { body: [reward(1, 30), reward(2, 60, true), reward(3, 240)] } });
    await openTab();
    expect(states()).toEqual(['Available', 'Claimed', 'Locked']);
    const [first] = screen.getAllByRole('article');
    expect(first?.textContent).toContain('Number 1');
    expect(first?.textContent).toContain('30 min');
    expect(first?.querySelector('img')?.getAttribute('src')).toBe('/api/media/lantern.webp');
    expect(screen.getAllByRole('button', { name: /^Claim Reward/ })).toHaveLength(1);
  });

  it('filters rewards by chips that show counts', async () => {
    fakeServer({ ...answers(), [REWARDS]: { body: [reward(1, 30), reward(2, 60, true), reward(3, 240)] } });
    await openTab();
    expect(chips()).toEqual(['All 3', 'Available 1', 'Locked 1', 'Claimed 1']);
    await press(/^Locked/);
    expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Reward 3',
    ]);
    expect(screen.getByRole('list', { name: 'Rewards' }).children).toHaveLength(3);
  });

  it('says that a season has no rewards, and where the next one is announced', async () => {
    fakeServer({ ...answers(), [REWARDS]: { body: [] } });
    await openTab();
    expect(screen.getByText('There are no viewer rewards right now. Please check back later.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Read the news' }).getAttribute('href')).toBe('/news');
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it.each([
    ['slow', () => new Promise<never>(() => {})],
    ['broken', () => FAILED],
  ])('shows minutes and rewards while the answer about the link is %s', async (_, answer) => {
    fakeServer({ ...answers(), [LINK]: answer });
    await openTab();
    expect(screen.getByText('1h 30m', { selector: 'dd' })).toBeTruthy();
    expect(states()).toEqual(['Available', 'Available', 'Locked']);
  });

  it('shows why loading failed and retries', async () => {
    const times = [FAILED, time(90)];
    fakeServer({ ...answers(), [TIME]: () => times.shift() ?? FAILED });
    await openTab();
    expect(screen.getByRole('alert').textContent).toBe('Failed to load Twitch Drop data.');
    await press('Retry');
    expect(screen.getByText('1h 30m', { selector: 'dd' })).toBeTruthy();
  });
});

describe('the streamer tab', () => {
  it.each([
    ['not_approved', 'none', /You haven't applied to earn by streaming yet/],
    ['not_approved', 'pending', /Our team is reviewing your channel/],
    ['not_approved', 'rejected', /hasn't approved your channel/],
    ['needs_new_link', 'needs_new_link', /Please link your channel again/],
    ['counting', 'needs_new_link', /Your own minutes count, but we can't see your chat/],
    ['nobody_live', 'approved', /You're not live/],
    [
      'nobody_live',
      'needs_new_link',
      /^Not counting nowTwitch no longer lets us see your chat\. Please link your channel again\.$/,
    ],
    ['wrong_game', 'approved', /live in another category/],
    ['stream_unlisted', 'approved', /Twitch didn't list your stream/],
  ] as const)('explains the state %s of a streamer who is %s', async (state, streamer, reason) => {
    fakeServer(streaming(state, streamer));
    await openTab({ kind: 'streamer' });
    expect(screen.getByRole('status').textContent).toMatch(reason);
    expect(screen.getByText('Streamed this season').nextSibling?.textContent).toBe('5 min');
    expect(screen.getByRole('list', { name: 'Live now' }).textContent).toContain('Ara');
  });

  it('whose link is not known is not asked to link again', async () => {
    fakeServer({ ...streaming('not_approved', 'pending'), [LINK]: FAILED });
    await openTab({ kind: 'streamer' });
    expect(screen.getByRole('status').textContent).toMatch(/Your channel is not approved/);
    expect(screen.queryByRole('button', { name: 'Earn by streaming' })).toBeNull();
  });

  it('lets a streamer apply and shows when starting fails', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
    const starts = [FAILED, { body: { url: 'https://id.twitch.tv/oauth2/authorize?state=1' } }];
    fakeServer({
      ...streaming('not_approved', 'none'),
      'GET /api/auth/twitch/link?as=streamer': () => starts.shift() ?? FAILED,
    });
    await openTab({ kind: 'streamer' });
    await press('Earn by streaming');
    expect(screen.getByRole('alert').textContent).toBe('Could not initiate Twitch linking.');
    await press('Earn by streaming');
    expect(assign).toHaveBeenCalledWith('https://id.twitch.tv/oauth2/authorize?state=1');
  });
});

describe('a rule of the season', () => {
  it.each([
    ['email', null, /confirmed email count\. Confirm yours/],
    ['twitch_age', '30', /older than 30 days/],
    ['character', '20', /a character of level 20/],
    ['address', '1', /at most 1 account counts for each internet address/],
    ['title', 'Drops', /streams with 'Drops' in their title or tags/],
    ['viewers', '10', /at least 10 viewers/],
  ] as const)('that is not met is named: %s', async (rule, needed, text) => {
    fakeServer({
      ...answers(),
      [TIME]: time(5, { state: 'rule_not_met', channel: null, unmet: { rule, needed } }),
    });
    await openTab();
    expect(screen.getByText('Not counting now')).toBeTruthy();
    expect(screen.getByText(text)).toBeTruthy();
  });
});
