import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answers, openTab, REWARDS, reward, states } from '#test/drops-tab.tsx';
import { BRAN, choices, EMBERLAND, FROSTLAND, KARA } from '#test/game-servers.ts';
import { fakeServer } from '#test/render-page.tsx';
import { pass, press, useSignedInPlayer } from '#test/set-clock.ts';

const CLAIM = 'POST /api/user/twitch/getviewerreward';
const GRANTED = { body: { message: 'Reward claimed!' } };

useSignedInPlayer();

const dialog = (name: string) => within(screen.getByRole('dialog', { name }));
const choose = (name: string, field: string, value: string) =>
  fireEvent.change(dialog(name).getByRole('combobox', { name: field }), { target: { value } });

async function open(serverIds: number[][], more: Parameters<typeof fakeServer>[0] = {}) {
  const rewards = serverIds.map((ids, index) => ({ ...reward(index + 1, 30), serverIds: ids }));
  const { sent } = fakeServer({
    ...answers(),
    [REWARDS]: { body: rewards },
    ...choices([EMBERLAND, FROSTLAND], [KARA, BRAN]),
    [CLAIM]: GRANTED,
    ...more,
  });
  await openTab();
  return () => sent.filter(({ request }) => request === CLAIM).map(({ body }) => body);
}

describe('a claim where there is a choice', () => {
  it('asks for the game server and the character first', async () => {
    const claims = await open([[1, 2]]);
    await press('Claim Reward 1');
    await pass(0);
    expect(states()).toEqual(['Available']);
    choose('Claim Reward 1', 'Character', 'b1');
    fireEvent.click(dialog('Claim Reward 1').getByRole('button', { name: 'Claim' }));
    await pass(0);
    expect(claims()).toEqual([{ rewardId: 1, serverId: 2, characterId: 'b1' }]);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(states()).toEqual(['Claimed']);
    expect(screen.getByText('Reward claimed!')).toBeTruthy();
  });

  it('asks when the portal says that a character is missing, and keeps the dialog after a failure', async () => {
    const fields = { characterId: 'Choose the character on Frostland that gets it.' };
    let answer: { status?: number; body: object } = {
      status: 400,
      body: { code: 'validation_failed', message: fields.characterId, fields },
    };
    const claims = await open([[2]], { [CLAIM]: () => answer });
    await press('Claim Reward 1');
    await pass(0);
    expect(states()).toEqual(['Available']);
    answer = { status: 409, body: { code: 'conflict', message: 'This reward needs 30 minutes.' } };
    choose('Claim Reward 1', 'Character', 'k1');
    fireEvent.click(dialog('Claim Reward 1').getByRole('button', { name: 'Claim' }));
    await pass(0);
    expect(dialog('Claim Reward 1').getByRole('alert').textContent).toBe('This reward needs 30 minutes.');
    expect(claims()).toHaveLength(2);
    await press('Cancel');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(states()).toEqual(['Available']);
  });

  it('asks once for all rewards, and not when no server has all of them', async () => {
    const claims = await open([
      [1, 2],
      [2, 1],
    ]);
    await press('Claim All');
    await pass(0);
    choose('Claim 2 rewards', 'Game server', '1');
    fireEvent.click(dialog('Claim 2 rewards').getByRole('button', { name: 'Claim' }));
    await pass(0);
    expect(claims()).toEqual([
      { rewardId: 1, serverId: 1 },
      { rewardId: 2, serverId: 1 },
    ]);
    expect(screen.getByText('Claimed 2 reward(s).')).toBeTruthy();
  });

  it('is left to the player when no game server has all of them', async () => {
    const claims = await open([[1], [2]]);
    await press('Claim All');
    expect(screen.getByRole('alert').textContent).toBe(
      'These are for different game servers. Claim them one by one.',
    );
    expect(claims()).toEqual([]);
  });
});

it('a claimed reward shows where it is, for whom, and until when it must be collected', async () => {
  const delivered = {
    state: 'delivered',
    problem: null,
    collectBy: '2126-12-03T12:00:00Z',
    characterName: 'Kara',
  };
  const waiting = { state: 'on_its_way', problem: 'inbox_full', collectBy: null, characterName: null };
  fakeServer({
    ...answers(),
    [REWARDS]: {
      body: [delivered, waiting].map((delivery, index) => ({ ...reward(index + 1, 30, true), delivery })),
    },
  });
  await openTab();
  const [first, second] = screen.getAllByRole('article').map(({ textContent }) => textContent);
  expect(first).toMatch(/Delivered.*Collect it in the game by December 3, 2126.*For Kara/);
  expect(second).toMatch(/On its way to the game.*mailbox in the game is full/);
});
