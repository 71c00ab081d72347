import type { PlayersOnline as Answer } from '@waygate/contract/statistics/statistics.schemas';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Answers, renderAdmin } from '#test/render-admin.tsx';
import { PlayersOnline } from './PlayersOnline.tsx';

beforeAll(() => {
  window.scrollTo = () => {};
});

const PLAYERS = 'GET /api/admin/statistics/game/players-online';
const STEPS = ['2026-11-02T10:00:00.000Z', '2026-11-02T10:15:00.000Z', '2026-11-02T10:30:00.000Z'];

const open = (answer: Answers[string]) =>
  renderAdmin({
    pages: { '/admin/statistics/game': <PlayersOnline /> },
    at: '/admin/statistics/game',
    answers: { [PLAYERS]: answer },
  });

const of = (...servers: Answer['servers']) => ({ body: { stepMinutes: 15, steps: STEPS, servers } });
const server = (serverId: number, playersOnline: (number | null)[]) => ({
  serverId,
  name: `Realm ${serverId}`,
  playersOnline,
});

async function numbers(): Promise<(string | null)[][]> {
  const table = await screen.findByRole('table', { name: /^The most players online at once/ });
  return within(table)
    .getAllByRole('row')
    .map((row) => [...row.querySelectorAll('th, td')].slice(1).map(({ textContent }) => textContent));
}

describe('players online', () => {
  it('are a line and a column for each of a few servers, the newest on top', async () => {
    open(of(server(1, [null, 12, 1300]), server(2, [0, 4, null])));
    expect(await numbers()).toEqual([
      ['Realm 1', 'Realm 2'],
      ['1,300', '–'],
      ['12', '4'],
      ['–', '0'],
    ]);
    expect(
      screen.getByRole('img', { name: 'Players online in the last 24 hours: Realm 1, Realm 2' }),
    ).toBeDefined();
    expect(screen.queryByLabelText('Game server')).toBeNull();
  });

  it('are shown for one of many servers, which is chosen', async () => {
    open(of(...[1, 2, 3, 4].map((id) => server(id, [id, id, id]))));
    expect((await numbers())[1]).toEqual(['1']);
    await userEvent.selectOptions(screen.getByLabelText('Game server'), 'Realm 3');
    expect((await numbers())[1]).toEqual(['3']);
  });

  it('say so when nothing was reported', async () => {
    open(of(server(1, [null, null, null])));
    expect(await screen.findByText(/^No bridge has reported players online/)).toBeDefined();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('say what went wrong, with another try', async () => {
    let isBroken = true;
    open(() =>
      isBroken
        ? { status: 403, body: { code: 'forbidden', message: 'You may not see this.', requestId: 'r' } }
        : of(server(1, [1, 2, 3])),
    );
    expect((await screen.findByRole('alert')).textContent).toContain('You may not see this.');
    isBroken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await numbers()).toHaveLength(4);
  });
});
