import type {
  CharacterStatistics as CharacterAnswer,
  GameStatistics as GameAnswer,
  PaymentStatistics as PaymentAnswer,
} from '@waygate/contract/statistics/statistics.schemas';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Answers, renderAdmin } from '#test/render-admin.tsx';
import { gate } from '#test/render-page.tsx';
import { CharacterStatistics } from './CharacterStatistics.tsx';
import { GameStatistics } from './GameStatistics.tsx';
import { PaymentStatistics } from './PaymentStatistics.tsx';

beforeAll(() => {
  window.scrollTo = () => {};
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const PERIOD = 'from=2026-11-02&to=2026-11-03';
const BEFORE = 'from=2026-10-31&to=2026-11-01';

const game = (totals: Partial<GameAnswer['totals']> = {}): GameAnswer => ({
  days: [
    { day: '2026-11-02', registrations: 3, signIns: 40, activePlayers: 30 },
    { day: '2026-11-03', registrations: 1, signIns: 1200, activePlayers: 35 },
  ],
  totals: { registrations: 4, signIns: 1240, activePlayers: 44, accounts: 5678, ...totals },
});

function openGame(answers: Answers, at = `?${PERIOD}`) {
  return renderAdmin({
    pages: { '/admin/statistics/game': <GameStatistics /> },
    at: `/admin/statistics/game${at}`,
    answers: { [PLAYERS]: { body: { stepMinutes: 15, steps: [], servers: [] } }, ...answers },
  });
}

const GAME = 'GET /api/admin/statistics/game?';
const PLAYERS = 'GET /api/admin/statistics/game/players-online';

/** The cells of a table, row by row. */
async function cellsOf(name: string): Promise<string[][]> {
  const table = await screen.findByRole('table', { name });
  return within(table)
    .getAllByRole('row')
    .map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent ?? ''));
}

/** What is written below a card's label. */
const cardOf = (label: string) => screen.getByText(label, { selector: 'dt' }).parentElement?.textContent;

describe('the statistics of the game', () => {
  it('compare a period with the one before, and have their numbers beside each chart', async () => {
    openGame({
      [GAME + PERIOD]: { body: game() },
      [GAME + BEFORE]: { body: game({ activePlayers: 40, registrations: 8, signIns: 0 }) },
    });
    await waitFor(() => expect(cardOf('Active players')).toBe('Active players44+10% from 40'));
    expect(cardOf('New accounts')).toBe('New accounts4-50% from 8');
    expect(cardOf('Sign-ins')).toBe('Sign-ins1,240new');
    expect(cardOf('Total accounts')).toBe('Total accounts5,678As of now');
    expect(screen.getByRole('img', { name: /^Active players and sign-ins of each day, / })).toBeDefined();
    expect(screen.getByRole('img', { name: /^New accounts of each day, / })).toBeDefined();
    expect(await cellsOf('Active players and sign-ins of each day')).toEqual([
      ['Day', 'Active players', 'Sign-ins'],
      [expect.stringMatching(/Nov.*3.*2026/), '35', '1,200'],
      [expect.stringMatching(/Nov.*2.*2026/), '30', '40'],
      ['Whole period', '44', '1,240'],
    ]);
  });

  it('stand without a comparison when the period before does not come', async () => {
    openGame({ [GAME + PERIOD]: { body: game() }, [GAME + BEFORE]: { status: 403, body: {} } });
    await screen.findByText('5,678');
    expect(cardOf('Active players')?.trim()).toBe('Active players44');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('show their outline first, and say what went wrong with another try', async () => {
    let isBroken = true;
    const { opened, open } = gate();
    openGame({
      [GAME + PERIOD]: async () => {
        await opened;
        return isBroken
          ? { status: 403, body: { code: 'forbidden', message: 'You may not see this.' } }
          : { body: game() };
      },
      [GAME + BEFORE]: { body: game() },
    });
    expect(screen.getByText('Loading the statistics…')).toBeDefined();
    open();
    expect((await screen.findByRole('alert')).textContent).toBe('You may not see this.');
    isBroken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('5,678')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('say so when nobody was there', async () => {
    const days = game().days.map(({ day }) => ({ day, registrations: 0, signIns: 0, activePlayers: 0 }));
    const body = { ...game({ registrations: 0, signIns: 0, activePlayers: 0 }), days };
    openGame({ [GAME + PERIOD]: { body }, [GAME + BEFORE]: { body } });
    expect(await screen.findByText(/^Nobody was active in this period\./)).toBeDefined();
    expect(screen.getByText('Nobody registered in this period.')).toBeDefined();
    expect(screen.queryByRole('table')).toBeNull();
    await waitFor(() => expect(cardOf('Sign-ins')).toBe('Sign-ins0no change'));
  });

  it('open their numbers by a button where there is no room beside the chart', async () => {
    openGame({ [GAME + PERIOD]: { body: game() }, [GAME + BEFORE]: { body: game() } });
    const [opener] = await screen.findAllByRole('button', { name: 'Show the numbers' });
    if (!opener) throw new Error('There is no button.');
    expect(opener.getAttribute('aria-expanded')).toBe('false');
    await userEvent.click(opener);
    expect(opener.getAttribute('aria-expanded')).toBe('true');
    expect(opener.textContent).toBe(' Hide the numbers');
  });

  it('are a file of all days, the oldest first', async () => {
    let file: Blob | undefined;
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      if (blob instanceof Blob) file = blob;
      return 'blob:file';
    });
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    openGame({ [GAME + PERIOD]: { body: game() }, [GAME + BEFORE]: { body: game() } });
    const name = 'Export CSV of Active players and sign-ins';
    await userEvent.click(await screen.findByRole('button', { name }));
    expect(await file?.text()).toBe(
      '\ufeffDay,Active players,Sign-ins\r\n2026-11-02,30,40\r\n2026-11-03,35,1200\r\n',
    );
    expect(click.mock.instances[0]).toMatchObject({ download: 'activity-2026-11-02-to-2026-11-03.csv' });
    expect(await screen.findByText('Exported 2 rows.')).toBeDefined();
  });
});

/** Half an hour before midnight in UTC, wherever it is read. */
function openAt(at: string) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T23:30:00Z') });
  const periods = [
    'from=2026-10-23&to=2026-11-21',
    'from=2026-09-23&to=2026-10-22',
    'from=2026-01-01&to=2026-11-21',
    'from=2025-02-10&to=2025-12-31',
    'from=2026-11-30&to=2026-12-01',
    'from=2026-11-28&to=2026-11-29',
  ];
  const answers = Object.fromEntries(periods.map((period) => [GAME + period, { body: game() }]));
  return openGame(answers, at);
}

const askedFor = ({ sent }: ReturnType<typeof openGame>) =>
  sent.map(({ request }) => request).filter((request) => request.startsWith(GAME));

describe('the period', () => {
  afterEach(() => vi.useRealTimers());

  it('is the last thirty days at first, and each choice is a step that the address knows', async () => {
    const view = openAt('');
    expect(screen.getByRole('button', { name: '30 days', pressed: true })).toBeDefined();
    await waitFor(() =>
      expect(askedFor(view)).toEqual([
        `${GAME}from=2026-10-23&to=2026-11-21`,
        `${GAME}from=2026-09-23&to=2026-10-22`,
      ]),
    );
    await userEvent.click(screen.getByRole('button', { name: 'This year' }));
    expect(view.router.state.location.search).toBe('?period=year');
    await waitFor(() => expect(askedFor(view)).toContain(`${GAME}from=2026-01-01&to=2026-11-21`));
    await view.router.navigate(-1);
    expect(await screen.findByRole('button', { name: '30 days', pressed: true })).toBeDefined();
  });

  it('can be of one’s own days, and says what is wrong with them', async () => {
    const view = openAt('');
    await userEvent.click(screen.getByRole('button', { name: 'Custom dates' }));
    const [first, last] = [screen.getByLabelText('First day'), screen.getByLabelText('Last day')];
    expect(first).toHaveProperty('value', '2026-10-23');
    await userEvent.clear(first);
    await userEvent.type(first, '2026-11-30');
    await userEvent.click(screen.getByRole('button', { name: 'Show' }));
    expect(screen.getByText(/^Please choose a period of at most 366 days/)).toBeDefined();
    expect(first.getAttribute('aria-invalid')).toBe('true');
    expect(view.router.state.location.search).toBe('');
    await userEvent.clear(last);
    await userEvent.type(last, '2026-12-01');
    await userEvent.click(screen.getByRole('button', { name: 'Show' }));
    await waitFor(() => expect(view.router.state.location.search).toBe('?from=2026-11-30&to=2026-12-01'));
    expect(screen.getByRole('button', { name: 'Custom dates', pressed: true })).toBeDefined();
    expect(screen.getByLabelText('First day')).toHaveProperty('value', '2026-11-30');
  });
});

const payment = (changes: Partial<PaymentAnswer> = {}): PaymentAnswer => ({
  isLive: true,
  days: [
    { day: '2026-11-02', revenue: 4.99, refunded: 0, paidOrders: 1 },
    { day: '2026-11-03', revenue: 1000, refunded: 15.5, paidOrders: 20 },
  ],
  totals: { revenue: 1004.99, refunded: 15.5, paidOrders: 21, buyers: 9 },
  byState: [
    { state: 'paid', orders: 3 },
    { state: 'partially_refunded', orders: 1 },
  ],
  topProducts: [{ productId: 7, name: 'Lantern', orders: 20, revenue: 900 }],
  otherProducts: { products: 2, orders: 1, revenue: 104.99 },
  campaigns: [
    {
      source: 'youtube',
      campaign: 'autumn',
      content: 'video-1',
      clicks: 200,
      registrations: 50,
      buyers: 5,
      revenue: 250,
    },
  ],
  campaignTotals: { campaigns: 60, clicks: 1000, registrations: 60, buyers: 6, revenue: 255 },
  ...changes,
});

describe('the statistics of payments', () => {
  const PAYMENT = 'GET /api/admin/statistics/payment?';
  const openPayment = (now: PaymentAnswer, before = payment()) =>
    renderAdmin({
      pages: { '/admin/statistics/payment': <PaymentStatistics /> },
      at: `/admin/statistics/payment?${PERIOD}`,
      answers: { [PAYMENT + PERIOD]: { body: now }, [PAYMENT + BEFORE]: { body: before } },
    });

  it('show what was earned, and add up', async () => {
    openPayment(payment(), payment({ totals: { revenue: 2009.98, refunded: 0, paidOrders: 21, buyers: 3 } }));
    await waitFor(() => expect(cardOf('Revenue')).toBe('Revenue€1,004.99-50% from €2,009.98'));
    expect(cardOf('Buyers')).toBe('Buyers9+200% from 3');
    expect(screen.queryByText(/test payments/)).toBeNull();
    expect((await cellsOf('Revenue of each day')).slice(1)).toEqual([
      [expect.any(String), '€1,000.00', '€15.50', '20'],
      [expect.any(String), '€4.99', '€0.00', '1'],
      ['Whole period', '€1,004.99', '€15.50', '21'],
    ]);
    expect((await cellsOf('Products by revenue')).slice(1)).toEqual([
      ['Lantern', '€900.00', '89.6%', '20'],
      ['2 other products', '€104.99', '10.4%', '1'],
      ['All products', '€1,004.99', '', '21'],
    ]);
    expect((await cellsOf('Number of orders in each state')).slice(1)).toEqual([
      ['Paid', '3', '75%'],
      ['Partially refunded', '1', '25%'],
      ['All orders', '4', ''],
    ]);
  });

  it('follow campaigns from the click to the revenue', async () => {
    openPayment(payment());
    expect((await cellsOf('Referral campaigns by revenue')).slice(1)).toEqual([
      ['video-1youtube · autumn', '200', '50 25%', '5 10%', '€250.00'],
      ['All campaigns', '1,000', '60 6%', '6 10%', '€255.00'],
    ]);
    expect(screen.getByText(/Showing the top 1 of 60\./)).toBeDefined();
  });

  it('show that payments are test payments and that there are none', async () => {
    const nothing = { revenue: 0, refunded: 0, paidOrders: 0 };
    const days = payment().days.map(({ day }) => ({ day, ...nothing }));
    const empty = { days, totals: { ...nothing, buyers: 0 }, byState: [], topProducts: [], campaigns: [] };
    openPayment(payment({ ...empty, isLive: false }));
    expect(await screen.findByText('These are test payments. No real money was paid.')).toBeDefined();
    for (const sentence of [
      /^There were no payments in this period/,
      /^No products were sold/,
      /^No orders were created/,
      /^There were no visits from a campaign/,
    ])
      expect(screen.getByText(sentence)).toBeDefined();
    expect(screen.queryByRole('table')).toBeNull();
  });
});

describe('the statistics of characters', () => {
  const CHARACTER = 'GET /api/admin/statistics/character?';
  const openCharacters = (body: CharacterAnswer) =>
    renderAdmin({
      pages: { '/admin/statistics/character': <CharacterStatistics /> },
      at: `/admin/statistics/character?${PERIOD}`,
      answers: { [CHARACTER + PERIOD]: { body } },
    });

  it('show levels and classes', async () => {
    openCharacters({
      characters: 8,
      accounts: 5,
      byLevel: [
        { from: 1, to: 5, characters: 2 },
        { from: 6, to: 10, characters: 6 },
      ],
      byClass: [{ class: 'Warden', characters: 8, averageLevel: 7 }],
      lastReportAt: '2026-11-03T10:00:00Z',
    });
    expect((await cellsOf('Characters by level')).slice(1)).toEqual([
      ['1–5', '2', '25%'],
      ['6–10', '6', '75%'],
      ['All levels', '8', ''],
    ]);
    expect((await cellsOf('Characters by class')).slice(1)).toEqual([['Warden', '8', '100%', '7.0']]);
    expect(cardOf('Characters per account')).toContain('1.6');
    expect(screen.getByRole('img', { name: /^Characters by level, / })).toBeDefined();
  });

  it.each([
    [null, /^The game hasn't reported any characters yet/],
    ['2026-01-01T00:00:00Z', /^The game reported no characters in this period/],
  ])('say why there are none when the last report was at %s', async (lastReportAt, sentence) => {
    openCharacters({ characters: 0, accounts: 0, byLevel: [], byClass: [], lastReportAt });
    expect(await screen.findByText(sentence)).toBeDefined();
    expect(cardOf('Characters per account')).toContain('–');
  });
});
