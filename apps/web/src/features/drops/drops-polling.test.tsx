import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import {
  answers,
  FAILED,
  LINK,
  openTab,
  reward,
  REWARDS,
  progress,
  states,
  STREAM_TIME,
  streaming,
  THREE_REWARDS,
  TIME,
  time,
  twitchLink,
} from '#test/drops-tab.tsx';
import { fakeServer, gate } from '#test/render-page.tsx';
import { pass, useSignedInPlayer } from '#test/set-clock.ts';

useSignedInPlayer();

function setHidden(isHidden: boolean) {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
  document.dispatchEvent(new Event('visibilitychange'));
  return pass(0);
}

describe('polling', () => {
  it('refreshes the minutes every 60 seconds and keeps the old ones on failure', async () => {
    const times = [time(29), FAILED, time(30)];
    const { sent } = fakeServer({ ...answers(), [TIME]: () => times.shift() ?? FAILED });
    await openTab();
    expect(states()).toEqual(['Locked', 'Locked', 'Locked']);
    await pass(60_000);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByText('29 min', { selector: 'dd' })).toBeTruthy();
    await pass(60_000);
    expect(states()).toEqual(['Available', 'Locked', 'Locked']);
    expect(sent.map(({ request }) => request).filter((request) => request === REWARDS)).toHaveLength(1);
  });

  it('stops while the tab is hidden and refreshes as soon as it is shown', async () => {
    const { sent } = fakeServer(answers());
    await openTab();
    const asked = () => sent.filter(({ request }) => request === TIME).length;
    await pass(30_000);
    await setHidden(true);
    await pass(600_000);
    expect(asked()).toBe(1);
    await setHidden(false);
    expect(asked()).toBe(2);
    // The next poll is a full minute later.
    await pass(59_999);
    expect(asked()).toBe(2);
    await pass(1);
    expect(asked()).toBe(3);
  });

  it('polls no more often when the tab is hidden and shown repeatedly', async () => {
    const { sent } = fakeServer(answers());
    await openTab();
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

  it('ignores a response that arrives after a newer one', async () => {
    const slow = gate();
    const times = [time(29), slow.opened.then(() => time(28)), time(31)];
    fakeServer({ ...answers(), [TIME]: () => times.shift() ?? FAILED });
    await openTab();
    await pass(120_000);
    slow.open();
    await pass(0);
    expect(screen.getByText('31 min', { selector: 'dd' })).toBeTruthy();
  });

  it('shows a streamer a decision made in the meantime', async () => {
    const links = [twitchLink('approved'), twitchLink('needs_new_link')];
    const streamerStates = ['counting', 'needs_new_link', 'needs_new_link'] as const;
    let asked = 0;
    fakeServer({
      ...streaming('counting', 'approved'),
      [STREAM_TIME]: () => progress(streamerStates[asked++] ?? 'needs_new_link'),
      [LINK]: () => links.shift() ?? twitchLink('needs_new_link'),
    });
    await openTab({ kind: 'streamer' });
    expect(screen.queryByRole('button', { name: 'Link your channel again' })).toBeNull();
    await pass(60_000);
    expect(screen.getByRole('button', { name: 'Link your channel again' })).toBeTruthy();
  });

  it('loads the rewards of a season that has just begun', async () => {
    const times = [time(90), time(0, { season: { id: 3, name: 'Season Three', endsAt: null } })];
    const lists = [THREE_REWARDS, [reward(9, 15)]];
    fakeServer({
      ...answers(),
      [TIME]: () => times.shift() ?? time(0, { season: { id: 3, name: 'Season Three', endsAt: null } }),
      [REWARDS]: () => ({ body: lists.shift() }),
    });
    await openTab();
    await pass(60_000);
    expect(screen.getByText('Season Three')).toBeTruthy();
    expect(screen.getByRole('article', { name: 'Reward 9' })).toBeTruthy();
  });
});
