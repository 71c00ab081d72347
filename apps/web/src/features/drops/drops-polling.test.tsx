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
  it('asks for the minutes again every 60 seconds, and keeps the old ones when that fails', async () => {
    const times = [time(29), FAILED, time(30)];
    const { sent } = fakeServer({ ...answers(), [TIME]: () => times.shift() ?? FAILED });
    await openTab();
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
    await openTab();
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

  it('takes no answer that a later one has overtaken', async () => {
    const slow = gate();
    const times = [time(29), slow.opened.then(() => time(28)), time(31)];
    fakeServer({ ...answers(), [TIME]: () => times.shift() ?? FAILED });
    await openTab();
    await pass(120_000);
    slow.open();
    await pass(0);
    expect(screen.getByText('31 min')).toBeTruthy();
  });

  it('tells a streamer of a decision that was made meanwhile', async () => {
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

  it('brings the rewards of a season that has begun meanwhile', async () => {
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
