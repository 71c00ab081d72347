import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AuditEntry } from '@waygate/contract/audit/audit.schemas';
import { beforeAll, expect, it } from 'vitest';
import { route as auditPage } from '#pages/admin/audit/AdminAuditPage.tsx';
import { renderAdmin } from '#test/render-admin.tsx';
import { gate } from '#test/render-page.tsx';
import { UserAudit } from './UserAudit.tsx';

beforeAll(() => {
  window.scrollTo = () => {};
});

const ENTRY: AuditEntry = {
  entryId: 12,
  at: '2026-11-02T10:00:00.000Z',
  staff: { accountDBID: 1, userName: 'Gatekeeper' },
  address: '198.51.100.9',
  kind: 'news.update',
  target: '7',
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
const listOf = (...entries: AuditEntry[]) => ({
  body: { entries, total: entries.length, totalIsExact: true },
});

function renderLog(
  entry: AuditEntry,
  answers: Parameters<typeof renderAdmin>[0]['answers'] = {},
  at = '/admin/audit',
) {
  const view = renderAdmin({
    pages: { '/admin/audit': <auditPage.Component />, '/admin/of-7': <UserAudit accountId="7" /> },
    at,
    answers: {
      'GET /api/admin/audit?search=&page=1&pageSize=10': listOf(entry),
      'GET /api/admin/audit?pageSize=50&account=7': listOf(entry),
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

it('an entry that does not come is told of, and tried again', async () => {
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
