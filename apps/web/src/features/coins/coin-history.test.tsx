import type { CoinEntry } from '@waygate/contract/coins/coins.schemas';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { fakeServer, gate, renderPage } from '#test/render-page.tsx';
import { type Answers, renderAdmin } from '#test/render-admin.tsx';
import { pass, press, useSignedInPlayer } from '#test/set-clock.ts';
import { AccountCoins } from './admin/AccountCoins.tsx';
import { CoinHistoryDialog } from './CoinHistoryDialog.tsx';

const NEWEST = 'GET /api/user/coins';
const OLDER = 'GET /api/user/coins?before=8';

const ENTRY: CoinEntry = {
  entryId: 9,
  currency: 'premium',
  amount: -30,
  balance: 470,
  reason: 'spent',
  detail: 'A mount',
  serverName: 'Northmarch',
  createdAt: '2026-11-20T18:24:00Z',
};
const BOUGHT: CoinEntry = {
  ...ENTRY,
  entryId: 8,
  amount: 500,
  balance: 500,
  reason: 'order',
  detail: 'Chest',
  serverName: null,
};
const SECOND: CoinEntry = {
  ...ENTRY,
  entryId: 3,
  currency: 'second',
  amount: 8,
  balance: 8,
  reason: 'adjustment',
  detail: null,
  serverName: null,
};

async function open(answers: Answers, onClose = () => {}) {
  fakeServer(answers);
  renderPage({ routes: [{ path: '/', element: <CoinHistoryDialog onClose={onClose} /> }], at: '/' });
  expect(screen.getByText('Loading your coin history…')).toBeTruthy();
  await pass(0);
}

function shown(): (string | null)[] {
  return screen.getAllByRole('listitem').map(({ textContent }) => textContent);
}

describe("the player's coin history", () => {
  useSignedInPlayer({ webMgt: 1 });

  it('shows each movement with its reason and the balance after it', async () => {
    await open({ [NEWEST]: { body: { entries: [ENTRY, BOUGHT, SECOND], before: null } } });
    const [spent, bought, second] = shown();
    expect(spent).toMatch(/^Spent in the gameA mountNorthmarch · .*-30Balance 470$/);
    expect(bought).toMatch(/^OrderChest.*\+500Balance 500$/);
    expect(second).toMatch(/^Adjusted by staff.*\+8Balance 8Second Coins$/);
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });

  it('loads older entries, and takes the focus to the end', async () => {
    await open({
      [NEWEST]: { body: { entries: [ENTRY, BOUGHT], before: 8 } },
      [OLDER]: { body: { entries: [SECOND], before: null } },
    });
    await press('Load more');
    expect(shown()).toHaveLength(3);
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
    expect(document.activeElement?.textContent).toBe('These are all 3 entries.');
  });

  it('keeps what is there when older entries fail to load, and tries again', async () => {
    const answers = [{ status: 500, body: {} }, { body: { entries: [SECOND], before: null } }];
    await open({
      [NEWEST]: { body: { entries: [ENTRY, BOUGHT], before: 8 } },
      [OLDER]: () => answers.shift() ?? { status: 500 },
    });
    await press('Load more');
    expect(screen.getByRole('alert').textContent).toBe('Failed to load older entries.');
    expect(shown()).toHaveLength(2);
    await press('Load more');
    expect(shown()).toHaveLength(3);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says that nothing has moved yet', async () => {
    await open({ [NEWEST]: { body: { entries: [], before: null } } });
    expect(screen.getByText('No coins have moved yet. What you buy and spend appears here.')).toBeTruthy();
  });

  it('says why it could not be loaded, tries again, and closes', async () => {
    const answers = [{ status: 500, body: {} }, { body: { entries: [ENTRY], before: null } }];
    const close = vi.fn<() => void>();
    await open({ [NEWEST]: () => answers.shift() ?? { status: 500 } }, close);
    expect(screen.getByRole('alert').textContent).toBe('Failed to load your coin history.');
    await press('Retry');
    expect(shown()).toHaveLength(1);
    await press('Close');
    expect(close).toHaveBeenCalledOnce();
  });
});

function openOfAccount(answers: Answers) {
  return renderAdmin({
    pages: { '/admin/users/12': <AccountCoins accountId="12" /> },
    at: '/admin/users/12',
    answers,
  });
}

describe("an account's coins", () => {
  const LIST = 'GET /api/admin/users/12/coins';
  const NONE = { orderId: null, staff: null };
  const staff = { accountDBID: 1, userName: 'Mira' };

  it('are listed with game server and balance, page by page', async () => {
    openOfAccount({
      [LIST]: {
        body: {
          entries: [
            { ...ENTRY, ...NONE },
            { ...BOUGHT, ...NONE, orderId: 165 },
          ],
          before: 8,
        },
      },
      [`${LIST}?before=8`]: { body: { entries: [{ ...SECOND, ...NONE, staff }], before: null } },
    });
    const first = await screen.findByRole('row', { name: /A mount/ });
    expect(first.textContent).toContain('Spent in the game: A mount');
    expect(first.textContent).toContain('Northmarch');
    expect(first.textContent).toContain('470');
    fireEvent.click(screen.getByRole('button', { name: 'Load more' }));
    const order = screen.getByRole('link', { name: '#165' });
    expect(order.getAttribute('href')).toBe('/admin/orders/165');
    expect((await screen.findByRole('row', { name: /Astrum coins/ })).textContent).toContain('Mira');
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });

  it('say that nothing has moved', async () => {
    openOfAccount({ [LIST]: { body: { entries: [], before: null } } });
    expect(await screen.findByText("This account's coins haven't moved yet.")).toBeTruthy();
  });

  it('stay while filtered ones load, and come back when nothing matches', async () => {
    const { opened, open: letGo } = gate();
    openOfAccount({
      [LIST]: { body: { entries: [{ ...ENTRY, ...NONE }], before: null } },
      [`${LIST}?reason=other`]: async () => {
        await opened;
        return { body: { entries: [], before: null } };
      },
    });
    await screen.findByRole('row', { name: /A mount/ });
    fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'other' } });
    await waitFor(() => expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true'));
    screen.getByRole('row', { name: /A mount/ });
    letGo();
    fireEvent.click(await screen.findByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByRole('row', { name: /A mount/ })).toBeTruthy();
  });
});
