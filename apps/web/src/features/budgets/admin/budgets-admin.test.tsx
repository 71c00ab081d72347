import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { BudgetDefaults, StaffBudget } from '@waygate/contract/budgets/budgets.schemas';
import { describe, expect, it } from 'vitest';
import { route } from '#pages/admin/budgets/AdminBudgetsPage.tsx';
import { press } from '#test/press.ts';
import { type Answers, renderAdmin } from '#test/render-admin.tsx';

const DEFAULTS: BudgetDefaults = { coins: 100_000, packs: 50, items: 500, refunds: 100_000, revision: 1 };
const NONE = { coins: null, packs: null, items: null, refunds: null };

const KARA: StaffBudget = {
  accountDBID: 7,
  userName: 'Kara',
  day: '2026-11-22',
  limits: { ...NONE, packs: 5 },
  defaults: { coins: 100_000, packs: 50, items: 500, refunds: 100_000 },
  raised: { ...NONE, coins: 200_000 },
  today: {
    coins: { limit: 200_000, used: 120_000 },
    packs: { limit: 5, used: 5 },
    items: { limit: 500, used: 0 },
    refunds: { limit: 100_000, used: 1999 },
  },
  revision: 3,
};
const OWNER: StaffBudget = {
  ...KARA,
  accountDBID: 1,
  userName: 'Gatekeeper',
  limits: NONE,
  raised: NONE,
  today: {
    coins: { limit: null, used: 5 },
    packs: { limit: null, used: 0 },
    items: { limit: null, used: 0 },
    refunds: { limit: null, used: 0 },
  },
  revision: 0,
};

const LIST = 'GET /api/admin/budgets?search=&page=1&pageSize=10';
const READ_DEFAULTS = 'GET /api/admin/budgets/defaults';
const UPDATE = 'PUT /api/admin/budgets/7';
const RAISE = 'PUT /api/admin/budgets/7/today';

function open(answers: Answers = {}, privilege = 32) {
  return renderAdmin({
    at: '/admin/budgets',
    pages: { '/admin/budgets': <route.Component /> },
    answers: {
      [LIST]: { body: { staff: [OWNER, KARA], total: 2, totalIsExact: true } },
      [READ_DEFAULTS]: { body: DEFAULTS },
      ...answers,
    },
    privilege,
    webMgt: 2,
  });
}

const dialog = () => within(screen.getByRole('dialog'));
const write = async (label: string, text: string) => {
  await userEvent.clear(dialog().getByLabelText(label));
  await userEvent.type(dialog().getByLabelText(label), text);
};
const save = () => userEvent.click(dialog().getByRole('button', { name: 'Save' }));
const bodiesOf = ({ sent }: ReturnType<typeof open>, request: string) =>
  sent.filter((call) => call.request === request).map(({ body }) => body);

describe('the page of budgets', () => {
  it('shows what each staff member used today of what they may', async () => {
    open();
    const table = within(await screen.findByRole('table', { name: 'Budgets of today' }));
    const [, owner, kara] = table.getAllByRole('row');
    expect(owner?.textContent).toMatch(/Gatekeeper.*5, no limit.*Owner$/);
    expect(kara?.textContent).toMatch(
      /Kara.*120,000 of 200,000Raised for today.*5 of 5Own limit.*0 of 500.*€19\.99 of €1,000\.00/,
    );
    const bar = table.getByRole('progressbar', { name: 'Coins used today by Kara' });
    expect(bar.getAttribute('aria-valuetext')).toBe('120,000 coins of 200,000 coins');
    expect(await screen.findByText('100,000 coins')).toBeDefined();
  });

  it('is for owners', () => {
    open({}, 0);
    expect(screen.getByText(/sufficient permissions to access this admin section/)).toBeDefined();
  });

  it('says why something could not be loaded', async () => {
    open({ [READ_DEFAULTS]: { status: 403, body: { code: 'forbidden', message: 'No.' } } });
    expect(await screen.findByText('No.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined();
  });
});

describe('a limit', () => {
  it('of a staff member is saved with a reason; a blank one means the default', async () => {
    const view = open({ [UPDATE]: { body: KARA } });
    await press('Edit budgets of Kara');
    expect(dialog().getByText('Default: 50 packs.')).toBeDefined();
    await userEvent.clear(dialog().getByLabelText('Packs'));
    await write('Refunds in euro', '250,50');
    await save();
    expect(dialog().getByRole('alert').textContent).toBe('Please give a reason of 3 to 500 characters.');
    await write('Reason', 'A quiet week');
    await save();
    expect(await screen.findByText('Budgets saved.')).toBeDefined();
    expect(bodiesOf(view, UPDATE)).toEqual([
      { ...NONE, refunds: 25_050, reason: 'A quiet week', revision: 3 },
    ]);
  });

  it.each(['-1', '1.5', 'many', '1000000001'])('of %j items is refused', async (text) => {
    const view = open();
    await press('Edit budgets of Kara');
    await write('Items', text);
    await write('Reason', 'A quiet week');
    await save();
    expect(dialog().getByRole('alert').textContent).toBe(
      'Please give a limit from 0 items to 1,000,000,000 items.',
    );
    expect(bodiesOf(view, UPDATE)).toEqual([]);
  });

  it('that another owner has changed shows both versions, and keeps mine on top', async () => {
    const theirs = { ...KARA, limits: { ...NONE, items: 9 }, revision: 4 };
    const answers = [
      { status: 409, body: { code: 'conflict', message: 'Changed.', current: theirs } },
      { body: theirs },
    ];
    const view = open({ [UPDATE]: () => answers.shift() ?? {} });
    await press('Edit budgets of Kara');
    await write('Packs', '8');
    await write('Reason', 'A quiet week');
    await save();
    await press('Keep mine');
    expect(await screen.findByText('Budgets saved.')).toBeDefined();
    expect(bodiesOf(view, UPDATE)[1]).toEqual({
      ...NONE,
      packs: 8,
      items: 9,
      reason: 'A quiet week',
      revision: 4,
    });
  });

  it('by default cannot be blank', async () => {
    const view = open({ 'PUT /api/admin/budgets/defaults': { body: DEFAULTS } });
    await press('Edit defaults');
    await userEvent.clear(dialog().getByLabelText('Coins'));
    await write('Reason', 'Inflation');
    await save();
    expect(dialog().getByLabelText('Coins').getAttribute('aria-invalid')).toBe('true');
    await write('Coins', '90000');
    await save();
    expect(await screen.findByText('Default budgets saved.')).toBeDefined();
    expect(bodiesOf(view, 'PUT /api/admin/budgets/defaults')).toEqual([
      { ...DEFAULTS, coins: 90_000, reason: 'Inflation' },
    ]);
  });
});

describe('a raise', () => {
  it('is for the day that was shown', async () => {
    const view = open({ [RAISE]: { body: KARA } });
    await press('Raise today: budgets of Kara');
    expect(dialog().getByText('Usual limit: 5 packs. Used today: 5 packs.')).toBeDefined();
    expect(dialog().getByLabelText<HTMLInputElement>('Coins').value).toBe('200000');
    await write('Packs', '10');
    await write('Reason', 'A tournament');
    await save();
    expect(await screen.findByText('Budgets raised for today.')).toBeDefined();
    expect(bodiesOf(view, RAISE)).toEqual([
      { ...NONE, coins: 200_000, packs: 10, reason: 'A tournament', revision: 3, day: '2026-11-22' },
    ]);
  });

  it('that the server refuses keeps the input and says why at its field', async () => {
    const message = 'Give more than the usual limit of 5 packs, or nothing.';
    open({
      [RAISE]: { status: 400, body: { code: 'validation_failed', message, fields: { packs: message } } },
    });
    await press('Raise today: budgets of Kara');
    await write('Packs', '5');
    await write('Reason', 'A tournament');
    await save();
    expect(await dialog().findAllByText(message)).toHaveLength(2);
    expect(dialog().getByLabelText<HTMLInputElement>('Packs').value).toBe('5');
  });
});
