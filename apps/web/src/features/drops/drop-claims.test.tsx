import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answers, FAILED, openTab, reward, states, time, TIME } from '#test/drops-tab.tsx';
import { fakeServer, gate } from '#test/render-page.tsx';
import { pass, press, useSignedInPlayer } from '#test/set-clock.ts';

const CLAIM = 'POST /api/user/twitch/getviewerreward';

useSignedInPlayer();

/** A server that grants every claim, once it is let to. */
function claimSlowly() {
  const { opened, open } = gate();
  const granted = { body: { message: 'Reward claimed!' } };
  const { sent } = fakeServer({ ...answers(), [CLAIM]: () => opened.then(() => granted) });
  return { sent, answer: open };
}

describe('a claim', () => {
  it("shows at once, with the server's message for 5 seconds and focus nearby", async () => {
    const { sent, answer } = claimSlowly();
    await openTab();
    screen.getByRole('button', { name: 'Claim Reward 1' }).focus();
    await press('Claim Reward 1');
    expect(states()).toEqual(['Claimed', 'Available', 'Locked']);
    expect(document.activeElement).toBe(screen.getByRole('article', { name: 'Reward 1' }));
    answer();
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
  ])('is reverted when it fails', async (answer, message) => {
    fakeServer({ ...answers(), [CLAIM]: answer });
    await openTab();
    await press('Claim Reward 1');
    expect(states()).toEqual(['Available', 'Available', 'Locked']);
    expect(screen.getByRole('alert').textContent).toBe(message);
    await pass(5000);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('of all rewards claims the available ones one by one', async () => {
    const { sent, answer } = claimSlowly();
    await openTab();
    await press('Claim All');
    expect(states()).toEqual(['Claimed', 'Claimed', 'Locked']);
    expect(sent.filter(({ request }) => request === CLAIM)).toHaveLength(1);
    answer();
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

  it('of a reward that staff revoked says so', async () => {
    const message = "It won't be delivered again.";
    fakeServer({ ...answers(), [CLAIM]: { body: { message, isRevoked: true } } });
    await openTab();
    await press('Claim Reward 1');
    expect(screen.getByText(message)).toBeTruthy();
    expect(states()).toEqual(['Claimed', 'Available', 'Locked']);
  });

  it('of all rewards counts those apart that staff revoked', async () => {
    const outcomes = [true, false].map((isRevoked) => ({ body: { message: '', isRevoked } }));
    fakeServer({ ...answers(), [CLAIM]: () => outcomes.shift() ?? FAILED });
    await openTab();
    await press('Claim All');
    expect(
      screen.getByText("Claimed 1 reward(s). Our team had revoked 1, which won't be delivered again."),
    ).toBeTruthy();
  });

  it('of all rewards is reverted entirely when one fails', async () => {
    const outcomes = [{ body: { message: 'Reward claimed!' } }, FAILED];
    fakeServer({ ...answers(), [CLAIM]: () => outcomes.shift() ?? FAILED });
    await openTab();
    await press('Claim All');
    expect(states()).toEqual(['Available', 'Available', 'Locked']);
    expect(screen.getByRole('alert').textContent).toBe('Failed to claim all rewards.');
  });
});

describe('a season that has ended', () => {
  it('shows what was earned in it until its claim period is over, to the minute', async () => {
    const claimUntil = '2026-11-27T18:00:00.000Z';
    const ended = [
      {
        id: 1,
        name: 'Season One',
        endsAt: '2026-11-20T18:00:00.000Z',
        claimUntil,
        minutes: 300,
        rewards: [reward(9, 240)],
      },
    ];
    const { sent } = fakeServer({
      ...answers(),
      [TIME]: time(0, { ended }),
      [CLAIM]: { body: { message: 'Reward claimed!' } },
    });
    await openTab();
    const section = within(screen.getByRole('region', { name: 'Season One has ended' }));
    expect(section.getByText(/^You earned these in 5h/).textContent).toMatch(/Claim them until .*\d:00/);
    expect(section.getByRole('article').textContent).toContain('Available');
    await press('Claim Reward 9');
    expect(section.getByRole('article').textContent).toContain('Claimed');
    expect(sent.at(-1)).toMatchObject({ request: CLAIM, body: { rewardId: 9 } });
  });
});
