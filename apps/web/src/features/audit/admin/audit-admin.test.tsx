import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AuditEntry } from '@waygate/contract/audit/audit.schemas';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { route as auditPage } from '#pages/admin/audit/AdminAuditPage.tsx';
import { renderAdmin } from '#test/render-admin.tsx';
import { gate } from '#test/render-page.tsx';
import { UserAudit } from './UserAudit.tsx';

beforeAll(() => {
  window.scrollTo = () => {};
});

afterEach(() => vi.restoreAllMocks());

const ENTRY: AuditEntry = {
  entryId: 12,
  at: '2026-11-02T10:00:00.000Z',
  staff: { accountDBID: 1, userName: 'Gatekeeper' },
  address: '198.51.100.9',
  kind: 'news.update',
  target: '7',
  targetName: 'New',
  account: null,
  before: { title: 'Old', body: 'Once' },
  after: { title: 'New', body: 'Twice' },
  reason: null,
  isCut: false,
};

const BODY = `${'All of this stood in the article.\n'.repeat(400)}The end.`;
const WHOLE: AuditEntry = { ...ENTRY, after: { title: 'New', body: BODY } };
const CUT: AuditEntry = { ...ENTRY, after: { title: 'New', body: `${BODY.slice(0, 500)}…` }, isCut: true };

const ONE = 'GET /api/admin/audit/12';
const STAFF = 'GET /api/admin/audit/staff';
const listOf = (...entries: AuditEntry[]) => ({
  body: { entries, total: entries.length, totalIsExact: true },
});

function renderLog(
  entry: AuditEntry,
  answers: Parameters<typeof renderAdmin>[0]['answers'] = {},
  at = '/admin/audit',
  webMgt = 1,
) {
  const view = renderAdmin({
    webMgt,
    ...(webMgt !== 1 && { privilege: 0 }),
    pages: { '/admin/audit': <auditPage.Component />, '/admin/of-7': <UserAudit accountId="7" /> },
    at,
    answers: {
      'GET /api/admin/audit?search=&page=1&pageSize=10': listOf(entry),
      'GET /api/admin/audit?pageSize=50&account=7': listOf(entry),
      [STAFF]: { body: { staff: [{ accountDBID: 1, userName: 'Gatekeeper' }] } },
      ...answers,
    },
  });
  return { user: userEvent.setup(), ...view };
}

const showAll = () => screen.findByRole('button', { name: 'Show all: entry 12' });

it('a short change stands whole in the log', async () => {
  renderLog({ ...ENTRY, before: { body: 'Once' }, after: { body: 'Twice' } });
  expect((await screen.findByText('Twice', { exact: false })).textContent).toBe('now Twice');
  expect(screen.queryByRole('button', { name: /^Show all/ })).toBeNull();
});

it('a change that its column cuts is shown whole on request', async () => {
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(900);
  const { user } = renderLog({ ...ENTRY, before: { body: 'Once' }, after: { body: 'Twice' } });
  await user.click(await showAll());
  const dialog = within(screen.getByRole('dialog', { name: 'Article updated' }));
  expect(dialog.getByText('Twice').textContent).toBe('now Twice');
});

it.each(['/admin/audit', '/admin/of-7'])(
  'of a long text at %s all is fetched when it is asked for',
  async (at) => {
    const { opened, open } = gate();
    const answer = () => opened.then(() => ({ body: WHOLE }));
    const { user, sent } = renderLog(CUT, { [ONE]: answer }, at);
    await user.click(await showAll());
    const dialog = screen.getByRole('dialog', { name: 'Article updated' });
    expect(within(dialog).getByText('Loading the entry…')).toBeDefined();
    open();
    const now = await within(dialog).findByText(/The end\.$/);
    expect(now.textContent).toBe(`now ${BODY}`);
    expect(within(dialog).getByText('Old')).toBeDefined();
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(await showAll());
    expect(await screen.findByText(/The end\.$/)).toBeDefined();
    expect(sent.filter(({ request }) => request === ONE)).toHaveLength(1);
  },
);

it('what the list has whole is not fetched', async () => {
  const { user } = renderLog({ ...ENTRY, after: { title: 'New', body: BODY.slice(0, 400) } });
  await user.click(await showAll());
  expect(
    within(screen.getByRole('dialog')).getByText(/ article\. All of this stood in the a$/).textContent,
  ).toBe(`now ${BODY.slice(0, 400)}`);
});

it('an entry that does not come is reported, and tried again', async () => {
  const failure = { status: 404, body: { code: 'not_found', message: 'There is no such entry.' } };
  let isBack = false;
  const { user } = renderLog(CUT, { [ONE]: () => (isBack ? { body: WHOLE } : failure) });
  await user.click(await showAll());
  const dialog = screen.getByRole('dialog');
  expect((await within(dialog).findByRole('alert')).textContent).toBe('There is no such entry.');
  isBack = true;
  await user.click(within(dialog).getByRole('button', { name: 'Retry' }));
  expect(await within(dialog).findByText(/The end\.$/)).toBeDefined();
});

it('the reason of a decision stands with its changes', async () => {
  const { user } = renderLog({
    ...ENTRY,
    reason: 'Charged twice, ticket 812.',
    after: { title: 'New' },
    before: null,
  });
  const row = (await screen.findByText('Charged twice, ticket 812.')).closest('tr');
  expect(row && within(row).getByText('Reason')).toBeDefined();
  await user.click(await showAll());
  expect(within(screen.getByRole('dialog')).getByText('Charged twice, ticket 812.')).toBeDefined();
});

const PRICE: AuditEntry = {
  ...ENTRY,
  kind: 'product.update',
  target: '12',
  targetName: 'Lantern of the Deep',
  before: { price: 5.99 },
  after: { price: 4.99 },
};

it('a changed product is named, and linked to where it is edited', async () => {
  renderLog(PRICE);
  const link = await screen.findByRole('link', { name: 'Lantern of the Deep (#12)' });
  expect(link.getAttribute('href')).toBe('/admin/products?search=12');
});

it('a deleted product is named without a link', async () => {
  renderLog({ ...PRICE, kind: 'product.delete' });
  await screen.findByText('Lantern of the Deep (#12)');
  expect(screen.queryByRole('link', { name: /Lantern/ })).toBeNull();
});

it('an order is named, although its id is that of the account', async () => {
  const account = { accountDBID: 158, userName: 'mike' };
  renderLog({ ...ENTRY, kind: 'order.refund', target: '158', targetName: 'Horn', account });
  expect(await screen.findByRole('link', { name: 'Horn (#158)' })).toBeDefined();
});

it('the product of an entry is no link for staff without products', async () => {
  renderLog({ ...PRICE, targetName: null }, {}, '/admin/audit', 2);
  await screen.findByText('#12');
  expect(screen.queryByRole('link', { name: '#12' })).toBeNull();
});

const BENEFIT: AuditEntry = {
  ...ENTRY,
  kind: 'benefit.create',
  target: '170:2001',
  targetName: null,
  account: { accountDBID: 170, userName: 'mike' },
};

it('a benefit is named next to its player, and linked to the benefits of the player', async () => {
  renderLog(BENEFIT);
  const link = await screen.findByRole('link', { name: 'Benefit 2001' });
  expect(link.getAttribute('href')).toBe('/admin/benefits?account=170');
  expect(screen.getByRole('link', { name: 'mike' }).getAttribute('href')).toBe('/admin/users/170');
});

it('a removed benefit is named without a link, also where its player is gone', async () => {
  renderLog({ ...BENEFIT, kind: 'benefit.delete', account: null });
  await screen.findByText('Benefit 2001 of account 170');
  expect(screen.queryByRole('link', { name: /^Benefit 2001/ })).toBeNull();
});

it('a benefit is no link for staff without benefits', async () => {
  renderLog(BENEFIT, {}, '/admin/audit', 2);
  await screen.findByText('Benefit 2001');
  expect(screen.queryByRole('link', { name: 'Benefit 2001' })).toBeNull();
});

const FILTERED = '/admin/audit?kind=user.ban%2Cuser.unban&staff=1&from=2026-11-01T08%3A00%3A00.000Z';
const listAt = (filters: string) => `GET /api/admin/audit?search=&page=1&pageSize=10${filters}`;
const FROM = '&from=2026-11-01T08%3A00%3A00.000Z';

it('the filters of the address are named, and each is removed by itself', async () => {
  const { user } = renderLog(
    ENTRY,
    {
      [listAt(`&kind=user.ban%2Cuser.unban&staff=1${FROM}`)]: listOf(ENTRY),
      [listAt(`&kind=user.unban&staff=1${FROM}`)]: listOf(ENTRY),
      [listAt(`&kind=user.unban${FROM}`)]: listOf(ENTRY),
    },
    FILTERED,
  );
  const chips = await screen.findByRole('list', { name: 'Filters' });
  await within(chips).findByText('Staff: Gatekeeper');
  expect(
    within(chips)
      .getAllByRole('button')
      .map(({ textContent }) => textContent?.trim()),
  ).toEqual([
    'Action: Account banned',
    'Action: Account unbanned',
    'Staff: Gatekeeper',
    expect.stringMatching(/^From: .*2026/),
  ]);
  await user.click(screen.getByRole('button', { name: 'Remove the filter Action: Account banned' }));
  await user.click(screen.getByRole('button', { name: 'Remove the filter Staff: Gatekeeper' }));
  await waitFor(() => expect(within(chips).getAllByRole('listitem')).toHaveLength(2));
  await user.click(screen.getByRole('button', { name: 'Clear all filters' }));
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Filters' })).toBeNull());
});

it('another action is added to those that are filtered by', async () => {
  const { user, sent } = renderLog(ENTRY, {
    [listAt('&kind=user.ban')]: listOf(ENTRY),
    [listAt('&kind=user.ban%2Cuser.unban')]: listOf(ENTRY),
  });
  await user.selectOptions(await screen.findByLabelText('Action'), 'Account banned');
  await screen.findByRole('button', { name: 'Remove the filter Action: Account banned' });
  const select = screen.getByLabelText('Action');
  expect(within(select).queryByRole('option', { name: 'Account banned' })).toBeNull();
  await user.selectOptions(select, 'Account unbanned');
  await screen.findByRole('button', { name: 'Remove the filter Action: Account unbanned' });
  // The menu reads its counts from time to time as well.
  const lists = () =>
    sent.map(({ request }) => request).filter((request) => request.includes('/admin/audit?'));
  await waitFor(() => expect(lists().at(-1)).toBe(listAt('&kind=user.ban%2Cuser.unban')));
});

it('an empty answer names what was filtered by', async () => {
  renderLog(
    ENTRY,
    { 'GET /api/admin/audit?search=bob&page=1&pageSize=10&kind=user.ban&account=7': listOf() },
    '/admin/audit?search=bob&kind=user.ban&account=7',
  );
  expect(
    await screen.findByText('Nothing matches the search “bob”, Action: Account banned, and Player: 7.'),
  ).toBeDefined();
  expect(screen.getByRole('button', { name: 'Clear filters' })).toBeDefined();
});
