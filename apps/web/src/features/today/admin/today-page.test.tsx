import { SECTION_PRIMES } from '@waygate/contract/permissions';
import type { Task, Today } from '@waygate/contract/today/today.schemas';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, onTestFinished, vi } from 'vitest';
import { route } from '#pages/admin/today/AdminTodayPage.tsx';
import { type Answers, renderAdmin } from '#test/render-admin.tsx';
import { taskDetail, taskLists, taskPath, taskTitle, waitText } from './task-texts.ts';

const TODAY = 'GET /api/admin/today';
const AT = '2026-11-22T12:00:00.000Z';
const MIKE = { accountDBID: 7, userName: 'mike' };
const NONE = { dispute: null, review: null, payment: null, delivery: null, streamer: null, alert: null };

const BUSY: Today = {
  at: AT,
  tasks: [
    {
      kind: 'dispute',
      id: 158,
      title: 'Horn',
      reason: '',
      account: MIKE,
      sum: 9.99,
      cases: 1,
      since: AT,
      due: '2026-11-23T18:00:00.000Z',
    },
    {
      kind: 'review',
      id: 161,
      title: 'Cluster',
      reason: 'wrong_amount',
      account: MIKE,
      sum: 4.99,
      cases: 1,
      since: '2026-11-22T09:00:00.000Z',
    },
    {
      kind: 'delivery',
      id: 1,
      title: 'Saltmere',
      reason: 'dead',
      account: null,
      sum: null,
      cases: 3,
      since: AT,
    },
  ],
  counts: { ...NONE, dispute: 1, review: 25, payment: 0, delivery: 3 },
  comingUp: [{ kind: 'sale_ends', id: 4, title: 'Horn', at: '2026-11-25T05:00:00.000Z' }],
};

const open = (answers: Answers = { [TODAY]: { body: BUSY } }) =>
  renderAdmin({
    at: '/admin/today',
    pages: { '/admin/today': <route.Component /> },
    answers,
    privilege: 0,
    webMgt: SECTION_PRIMES.orders * SECTION_PRIMES.news,
  });

it('names what waits with what it is about, and leads to where it is decided', async () => {
  open();
  const needs = within(await screen.findByRole('region', { name: 'Needs you' }));
  const [dispute, review, delivery] = needs.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(dispute).toContain('Dispute#158 Hornmike€9.99due in 30 h');
  expect(review).toContain('The amount paid differs from the price.');
  expect(review).toContain('waits 3 h');
  expect(delivery).toContain('3 deliveries failed for goodSaltmere');
  const rest = needs.getByText(/^24 more of kind “Review” wait in/);
  expect(rest.textContent).toBe('24 more of kind “Review” wait in their list.');
  const coming = within(screen.getByRole('region', { name: 'Coming up' }));
  expect(coming.getByRole('link', { name: 'Sale ends: Horn' }).getAttribute('href')).toBe(
    '/admin/products?search=4',
  );
  const links = needs.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual([
    '/admin/orders/158',
    '/admin/orders/161',
    '/admin/deliveries?server=1',
    '/admin/orders?state=review',
  ]);
});

it('counts it in the menu, where staff may go', async () => {
  open();
  const menu = within(await screen.findByRole('navigation', { name: 'Admin' }));
  expect(await menu.findByRole('link', { name: 'Today 29 waiting' })).toBeTruthy();
  expect(menu.getByRole('link', { name: 'Orders 26 waiting' })).toBeTruthy();
  expect(menu.getByRole('link', { name: 'Deliveries 3 waiting' })).toBeTruthy();
  expect(menu.getByRole('link', { name: 'News' })).toBeTruthy();
});

it('shows no numbers to those who may not see statistics', async () => {
  const { sent } = open();
  await screen.findByRole('region', { name: 'Needs you' });
  expect(screen.queryByRole('region', { name: 'Today in numbers' })).toBeNull();
  expect(sent.some(({ request }) => request.includes('statistics'))).toBe(false);
});

it('says when all is done', async () => {
  open({ [TODAY]: { body: { ...BUSY, tasks: [], counts: { ...NONE, dispute: 0 }, comingUp: [] } } });
  expect(await screen.findByText(/^All done\. Nothing waited for you at/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Today' })).toBeTruthy();
});

it('says why it could not be loaded, and tries again', async () => {
  const { sent } = open({
    [TODAY]: { status: 403, body: { code: 'forbidden', message: 'Not for you.', requestId: 'r' } },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await screen.findByText(/Not for you\./)).toBeTruthy();
  expect(sent.filter(({ request }) => request === TODAY).length).toBeGreaterThan(1);
});

it('leads each other kind to its list', () => {
  expect(taskPath({ kind: 'payment', id: 3, reason: '' })).toBe('/admin/orders/unmatched');
  expect(taskPath({ kind: 'delivery', id: 2, reason: 'unknown' })).toBe(
    '/admin/deliveries?state=unknown&server=2',
  );
  expect(taskPath({ kind: 'delivery', id: 2, reason: 'unmatched_receipt' })).toBe('/admin/deliveries');
  expect(taskPath({ kind: 'streamer', id: 4, reason: '' })).toBe(
    '/admin/twitch-drops?tab=streamers&state=pending',
  );
  expect(taskPath({ kind: 'alert', id: 5, reason: '' })).toBe('/admin/alerts');
});

it('says what to do about an alert, and never its code', () => {
  const alert: Task = {
    kind: 'alert',
    id: 5,
    title: 'No worker runs.',
    reason: 'no_worker',
    advice: 'Start one.',
    account: null,
    sum: null,
    cases: 1,
    since: AT,
  };
  expect([taskTitle(alert), taskDetail(alert)]).toEqual(['No worker runs.', 'Start one.']);
});

it('leads to the failed deliveries and to those of unknown outcome', () => {
  expect(taskLists('delivery').map(({ path }) => path)).toEqual([
    '/admin/deliveries',
    '/admin/deliveries?state=unknown',
  ]);
});

it.each([
  ['dead', 2, '2 deliveries failed for good'],
  ['unknown', 1, '1 delivery may or may not have arrived'],
  ['unmatched_receipt', 1, '1 receipt has no delivery'],
  ['unmatched_receipt', 1200, '1,200 receipts have no delivery'],
])('names deliveries that are %s by their number (%i)', (reason, cases, text) => {
  const task = { kind: 'delivery', id: 1, title: 'Saltmere', account: null, sum: null, since: AT } as const;
  expect(taskTitle({ ...task, reason, cases })).toBe(text);
});

it.each([
  [59, '59 min'],
  [60, '1 h'],
  [47 * 60, '47 h'],
  [72 * 60, '3 days'],
])('a wait of %i minutes reads %s', (minutes, text) => {
  expect(waitText(AT, Date.parse(AT) + minutes * 60_000)).toBe(text);
});

it('goes on to the next day while it stays open', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-22T23:59:30.000Z') });
  onTestFinished(() => void vi.useRealTimers());
  const times = ['2026-11-22T23:59:30.000Z', '2026-11-23T00:00:30.000Z'];
  const { sent } = renderAdmin({
    at: '/admin/today',
    pages: { '/admin/today': <route.Component /> },
    answers: { [TODAY]: () => ({ body: { ...BUSY, at: times.shift() } }) },
  });
  const asked = (day: string) => sent.some(({ request }) => request.includes(`to=${day}`));
  await waitFor(() => expect(asked('2026-11-22')).toBe(true));
  await vi.advanceTimersByTimeAsync(61_000);
  await waitFor(() => expect(asked('2026-11-23')).toBe(true));
});

it('keeps the numbers that it has when they cannot be read again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date(AT) });
  onTestFinished(() => void vi.useRealTimers());
  const days = [{ day: '2026-11-22', registrations: 31, signIns: 0, activePlayers: 0 }];
  const totals = { registrations: 31, signIns: 0, activePlayers: 0, accounts: 40 };
  const refused = { status: 403, body: { code: 'forbidden', message: 'Not now.', requestId: 'r' } };
  const week = 'GET /api/admin/statistics/game?from=2026-11-16&to=2026-11-22';
  const answers = [{ body: { days, totals } }];
  const { sent } = renderAdmin({
    at: '/admin/today',
    pages: { '/admin/today': <route.Component /> },
    answers: { [TODAY]: { body: BUSY }, [week]: () => answers.shift() ?? refused },
    webMgt: SECTION_PRIMES.statisticsGame,
    privilege: 0,
  });
  const numbers = within(await screen.findByRole('region', { name: 'Today in numbers' }));
  await numbers.findByText('31');
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  await waitFor(() => expect(sent.filter(({ request }) => request === week)).toHaveLength(2));
  await vi.advanceTimersByTimeAsync(1000);
  expect(numbers.getByText('31')).toBeTruthy();
  expect(numbers.queryByText('Not now.')).toBeNull();
});

const FROM = new Date(new Date(AT).setHours(0, 0, 0, 0)).toISOString();
const DONE = `GET /api/admin/audit?${new URLSearchParams({ pageSize: '10', from: FROM })}`;

it('links what staff did today only as far as the viewer may open it', async () => {
  const entry = {
    at: AT,
    staff: MIKE,
    address: null,
    account: null,
    before: null,
    after: null,
    reason: null,
    isCut: false,
  };
  const entries = [
    { ...entry, entryId: 3, kind: 'news.update', target: '5', targetName: 'Patch day' },
    { ...entry, entryId: 2, kind: 'news.delete', target: '6', targetName: 'Old' },
    { ...entry, entryId: 1, kind: 'product.update', target: '4', targetName: null },
  ];
  renderAdmin({
    at: '/admin/today',
    pages: { '/admin/today': <route.Component /> },
    answers: { [TODAY]: { body: BUSY }, [DONE]: { body: { entries } } },
    webMgt: SECTION_PRIMES.users * SECTION_PRIMES.news,
    privilege: 0,
  });
  const done = within(await screen.findByRole('region', { name: 'Done by staff today' }));
  const links = done.getAllByRole('link').map(({ textContent }) => textContent);
  expect(links).toEqual(['Patch day (#5)', 'Audit Log']);
  expect(done.getByText(/Old \(#6\)/)).toBeTruthy();
  expect(done.getByText(/#4/)).toBeTruthy();
});

it('says why what staff did today is missing, and tries again', async () => {
  const refused = { status: 403, body: { code: 'forbidden', message: 'Not today.', requestId: 'r' } };
  const answers = [refused, { body: { entries: [] } }];
  renderAdmin({
    at: '/admin/today',
    pages: { '/admin/today': <route.Component /> },
    answers: {
      [TODAY]: { body: BUSY },
      [DONE]: () => answers.shift() ?? refused,
    },
    webMgt: SECTION_PRIMES.users,
    privilege: 0,
  });
  await screen.findByText('Not today.');
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.queryByText('Not today.')).toBeNull());
});
