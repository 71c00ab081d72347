import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { UnmatchedReceipt } from '@waygate/contract/deliveries/receipts.schemas';
import { describe, expect, it } from 'vitest';
import { route as deliveriesPage } from '#pages/admin/deliveries/AdminDeliveriesPage.tsx';
import { renderAdmin } from '#test/render-admin.tsx';

const RECEIPT: UnmatchedReceipt = {
  receiptId: 9,
  state: 'open',
  serverId: 1,
  serverName: 'Harrowgate',
  effect: 'grant',
  accountDBID: 5,
  account: { accountDBID: 5, userName: 'Wanderer' },
  kind: 'item',
  itemId: 7001,
  quantity: 2,
  idempotencyKey: 'item:5:a',
  recordedAt: '2026-03-01T10:00:00.000Z',
  closedAt: null,
};
const OF_LOST_ACCOUNT: UnmatchedReceipt = { ...RECEIPT, receiptId: 8, accountDBID: 77, account: null };
const REVOCATION: UnmatchedReceipt = { ...RECEIPT, receiptId: 7, effect: 'revoke' };

const LIST = 'GET /api/admin/unmatched-receipts';
const TABLE = 'Receipts without deliveries';
const DELIVERIES = 'GET /api/admin/deliveries?search=&page=1&pageSize=10';
const reason = 'The backup was restored';

const pageOf = (
  receipts: UnmatchedReceipt[],
  { total = receipts.length, before = null as number | null } = {},
) => ({
  body: { receipts, total, totalIsExact: true, before },
});

function renderReceipts(answers: Parameters<typeof renderAdmin>[0]['answers']) {
  const user = userEvent.setup();
  const view = renderAdmin({
    pages: { '/admin/deliveries': <deliveriesPage.Component /> },
    at: '/admin/deliveries',
    answers: { [DELIVERIES]: { body: { deliveries: [], total: 0, totalIsExact: true } }, ...answers },
  });
  const countOf = (line: string) => view.sent.filter(({ request }) => request === line).length;
  return { user, countOf, ...view };
}

const rowsOf = async () =>
  within(await screen.findByRole('table', { name: TABLE }))
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent);

describe('receipts without deliveries', () => {
  it('take no room while there are none', async () => {
    const { countOf } = renderReceipts({ [LIST]: pageOf([]) });
    await screen.findByText('The game has applied all deliveries. There is nothing to do.');
    await waitFor(() => expect(countOf(LIST)).toBe(1));
    expect(screen.queryByText(/^Receipts without deliveries/)).toBeNull();
  });

  it('say what the game has, of whom, and what can be done with each', async () => {
    renderReceipts({ [LIST]: pageOf([RECEIPT, OF_LOST_ACCOUNT, REVOCATION]) });
    const rows = await rowsOf();
    expect(rows[0]).toMatch(/^#9Grant 2 × item 7001WandererHarrowgate.*Keep…Revoke…$/);
    // Nobody has the number of an account that was lost, and a revocation has happened.
    expect(rows[1]).toMatch(/^#8Grant 2 × item 700177, which was lostHarrowgate.*Keep…$/);
    expect(rows[2]).toMatch(/^#7Revoke 2 × item 7001WandererHarrowgate.*Keep…$/);
    screen.getByRole('heading', { name: 'Receipts without deliveries (3)' });
    screen.getByText(/Settle payments without orders first/);
  });

  it('load further pages from where the last one ended', async () => {
    const { user, countOf } = renderReceipts({
      [LIST]: pageOf([RECEIPT, OF_LOST_ACCOUNT], { total: 3, before: 8 }),
      [`${LIST}?before=8`]: pageOf([REVOCATION], { total: 3 }),
    });
    expect(await rowsOf()).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    await waitFor(async () => expect(await rowsOf()).toHaveLength(3));
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
    expect(countOf(LIST)).toBe(1);
  });

  it('stay when the next page fails, and say why', async () => {
    const { user } = renderReceipts({
      [LIST]: pageOf([RECEIPT], { total: 2, before: 9 }),
      [`${LIST}?before=9`]: { status: 503, body: { code: 'unavailable', message: 'It takes too long.' } },
    });
    await user.click(await screen.findByRole('button', { name: 'Load more' }));
    await screen.findByText('It takes too long.');
    expect(await rowsOf()).toHaveLength(1);
  });

  it('are asked for again after a failure, which never looks like having none', async () => {
    let isDown = true;
    const { user } = renderReceipts({
      [LIST]: () =>
        isDown
          ? { status: 503, body: { code: 'unavailable', message: 'It takes too long.' } }
          : pageOf([RECEIPT]),
    });
    await screen.findByText('It takes too long.');
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await rowsOf()).toHaveLength(1);
  });

  it.each([
    ['Keep', 'keep', 'Keep in the game', /It stays as it is in the game/, 'Receipt kept.'],
    ['Revoke', 'revoke', 'Revoke in the game', /The game revokes it/, 'Revocation queued.'],
  ])('are decided by %s, with a reason', async (label, action, confirm, consequence, success) => {
    const request = `POST /api/admin/unmatched-receipts/9/${action}`;
    let isOpen = true;
    const { user, sent, countOf } = renderReceipts({
      [LIST]: () => pageOf(isOpen ? [RECEIPT] : []),
      [request]: () => {
        isOpen = false;
        return { body: { ...RECEIPT, state: 'kept' } };
      },
    });
    await user.click(await screen.findByRole('button', { name: `${label}: receipt 9` }));
    const question = within(screen.getByRole('dialog', { name: `${confirm}: receipt 9` }));
    question.getByText(consequence);
    question.getByText('Grant 2 × item 7001');
    await user.click(question.getByRole('button', { name: confirm }));
    question.getByText('Please give a reason of 3 to 500 characters.');
    expect(countOf(request)).toBe(0);
    await user.type(question.getByLabelText('Reason'), reason);
    await user.click(question.getByRole('button', { name: confirm }));
    await screen.findByText(success);
    expect(sent.find((one) => one.request === request)?.body).toEqual({ reason });
    await waitFor(() => expect(screen.queryByText(/^Receipts without deliveries/)).toBeNull());
    expect(countOf(DELIVERIES)).toBe(2);
  });

  it('show the error and the reloaded list when somebody else was first', async () => {
    const message = 'This receipt was settled meanwhile.';
    let isOpen = true;
    const { user } = renderReceipts({
      [LIST]: () => pageOf(isOpen ? [RECEIPT] : []),
      'POST /api/admin/unmatched-receipts/9/revoke': () => {
        isOpen = false;
        return { status: 409, body: { code: 'conflict', message } };
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Revoke: receipt 9' }));
    const question = within(screen.getByRole('dialog'));
    await user.type(question.getByLabelText('Reason'), reason);
    await user.click(question.getByRole('button', { name: 'Revoke in the game' }));
    await question.findByText(message);
    await waitFor(() => expect(screen.queryByRole('table', { name: TABLE })).toBeNull());
    within(screen.getByRole('dialog')).getByText(message);
  });
});
