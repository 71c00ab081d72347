import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SECTION_PRIMES } from '@waygate/contract/permissions';
import { beforeAll, expect, it } from 'vitest';
import { route as actionsPage } from '#pages/admin/actions/AdminActionsPage.tsx';
import { type Answers, renderAdmin, type RenderAdminOptions } from '#test/render-admin.tsx';

beforeAll(() => {
  window.scrollTo = () => {};
});

const reason = 'Won the event';
const account = { accountDBID: 5, userName: 'Wanderer' };
const LIST = {
  id: '11111111-1111-4111-8111-111111111111',
  action: 'GRANT_VETERAN_PACK',
  staff: { accountDBID: 1, userName: 'Gatekeeper' },
  reason,
  createdAt: '2026-03-01T10:00:00.000Z',
  finishedAt: null,
  stoppedAt: null,
  total: 2,
  waiting: 1,
  done: 1,
  already: 0,
  failed: 0,
  untried: 0,
};
const FINISHED = { ...LIST, waiting: 0, done: 2, finishedAt: '2026-03-01T10:01:00.000Z' };

const STOPPED_LIST = { ...FINISHED, done: 1, untried: 1, stoppedAt: FINISHED.finishedAt };

const LISTS = 'GET /api/admin/bulk?search=&page=1&pageSize=10';

const listsOf = (...lists: object[]) => ({ body: { lists, total: lists.length, totalIsExact: true } });

function renderActions(answers: Answers, rank: Pick<RenderAdminOptions, 'webMgt' | 'privilege'> = {}) {
  const user = userEvent.setup();
  const view = renderAdmin({
    pages: { '/admin/actions': <actionsPage.Component /> },
    at: '/admin/actions',
    ...rank,
    answers: { [LISTS]: listsOf(), ...answers },
  });
  return { user, ...view };
}

it('a list is checked line by line, then carried out for those who are ready, with its progress', async () => {
  const { user, sent } = renderActions({
    'POST /api/admin/bulk/check': {
      body: {
        lines: [
          { text: 'Wanderer', account, verdict: 'ready', message: '' },
          { text: '5', account, verdict: 'ready', message: '' },
          { text: 'nobody', account: null, verdict: 'refused', message: 'There is no such account.' },
        ],
      },
    },
    'POST /api/admin/bulk': { body: LIST },
    [`POST /api/admin/bulk/${LIST.id}/run`]: { body: FINISHED },
    'POST /api/admin/bulk/': { body: FINISHED },
  });
  await user.click(await screen.findByRole('button', { name: 'Grant a pack to a list…' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Grant a pack to a list' }));
  await user.click(dialog.getByRole('button', { name: 'Check the list' }));
  dialog.getByText('Please name at least one player.');
  dialog.getAllByText('Please give a date and a time, or choose “For good”.');
  await user.click(dialog.getByLabelText('For good'));
  await user.type(dialog.getByLabelText('Players'), 'Wanderer{enter}5{enter}{enter}nobody');
  await user.type(dialog.getByLabelText('Reason'), reason);
  await user.click(dialog.getByRole('button', { name: 'Check the list' }));
  await dialog.findByText('1 ready, 1 with nothing to do, 1 fail.');
  const rows = within(dialog.getByRole('table', { name: 'Checked lines' }))
    .getAllByRole('row')
    .slice(1);
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^3nobody–Fails There is no such account\.$/),
    expect.stringMatching(/^1WandererWanderer \(#5\)Ready/),
    expect.stringMatching(/^25Wanderer \(#5\)Nothing to do Named twice\.$/),
  ]);
  await user.click(dialog.getByRole('button', { name: 'Grant to 1 player' }));
  const started = sent.filter(({ request }) => request === 'POST /api/admin/bulk');
  expect(started).toEqual([]);
  await screen.findByText('2 done.', undefined, { timeout: 4000 });
  expect(sent.find(({ request }) => request === 'POST /api/admin/bulk')?.body).toMatchObject({
    what: { action: 'GRANT_VETERAN_PACK', date: null },
    accounts: [5],
    reason,
  });
});

it('a changed field makes another list, and a file that is read keeps what was typed meanwhile', async () => {
  const failed = { status: 500, body: { code: 'internal', message: 'It broke.' } };
  const budget = { limit: 3, used: 3 };
  const today = { coins: budget, packs: budget, items: budget, refunds: budget };
  const answers = {
    'GET /api/admin/my-budgets': { body: { day: '2026-11-22', today } },
    'POST /api/admin/bulk/check': {
      body: { lines: [{ text: 'Wanderer', account, verdict: 'ready', message: '' }] },
    },
    'POST /api/admin/bulk': failed,
  };
  const { user, sent } = renderActions(answers, { webMgt: SECTION_PRIMES.actions, privilege: 0 });
  await user.click(await screen.findByRole('button', { name: 'Grant a pack to a list…' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Grant a pack to a list' }));
  await user.click(dialog.getByLabelText('For good'));
  const file = new File([], 'players.csv');
  const reading = Promise.withResolvers<string>();
  file.text = () => reading.promise;
  const chooser = dialog.getByLabelText('Or choose a CSV file');
  await user.upload(chooser, file);
  await user.type(dialog.getByLabelText('Reason'), reason);
  reading.resolve('userName,score\nWanderer,7');
  await waitFor(() =>
    expect(dialog.getByLabelText('Players')).toHaveProperty('value', 'userName,score\nWanderer,7'),
  );
  expect(dialog.getByLabelText('Reason')).toHaveProperty('value', reason);
  file.text = () => Promise.reject(new Error('It is gone.'));
  await user.upload(chooser, file);
  await dialog.findByText('The file could not be read. Choose it again, or paste its lines.');
  const carryOut = async () => {
    await user.click(dialog.getByRole('button', { name: 'Grant to 1 player' }));
    const tries = sent.filter(({ request }) => request === 'POST /api/admin/bulk').length;
    await waitFor(
      () => expect(sent.filter(({ request }) => request === 'POST /api/admin/bulk').length).toBe(tries + 1),
      { timeout: 4000 },
    );
    await dialog.findByRole('button', { name: 'Grant to 1 player' });
  };
  await user.click(dialog.getByRole('button', { name: 'Check the list' }));
  await dialog.findByRole('button', { name: 'Grant to 1 player' });
  await dialog.findByText("That is more than the 0 left of today's budget. An owner can raise it.");
  await carryOut();
  await carryOut();
  await user.type(dialog.getByLabelText('Reason'), ' again');
  await user.click(dialog.getByRole('button', { name: 'Check the list' }));
  await dialog.findByRole('button', { name: 'Grant to 1 player' });
  await carryOut();
  const [first, second, third] = sent
    .filter(({ request }) => request === 'POST /api/admin/bulk')
    .map(({ body }) => (body as { id: string }).id);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
  expect(sent.find(({ request }) => request === 'POST /api/admin/bulk/check')?.body).toMatchObject({
    lines: ['Wanderer,7'],
  });
}, 20_000);

it('a list that was interrupted is stopped for good with a reason', async () => {
  const { user, sent } = renderActions({
    [LISTS]: listsOf(LIST),
    [`POST /api/admin/bulk/${LIST.id}/stop`]: { body: STOPPED_LIST },
  });
  await user.click(await screen.findByRole('button', { name: /^Go on… Grant Veteran Pack/ }));
  await user.click(screen.getByRole('button', { name: 'Stop for good…' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Stop this list for good?' }));
  await user.type(dialog.getByLabelText('Reason'), 'Named the wrong players');
  await user.click(dialog.getByRole('button', { name: 'Stop the remaining 1' }));
  expect(await screen.findByText('1 done, 1 not tried.')).toBeDefined();
  expect(document.activeElement?.textContent).toBe('The list was stopped.');
  expect(sent.find(({ request }) => request.endsWith('/stop'))?.body).toEqual({
    reason: 'Named the wrong players',
  });
});

it('a list that was stopped says so when it is opened later, and counts nobody as failed', async () => {
  const { user } = renderActions({ [LISTS]: listsOf(STOPPED_LIST) });
  const table = within(await screen.findByRole('table', { name: 'Started lists' }));
  expect(table.getByText('1 done, 1 not tried.')).toBeDefined();
  await user.click(table.getByRole('button', { name: /^Report… Grant Veteran Pack/ }));
  const dialog = within(screen.getByRole('dialog', { name: 'Grant Veteran Pack' }));
  expect(dialog.getByText('The list was stopped.')).toBeDefined();
  expect(dialog.queryByText(/failed/)).toBeNull();
});

it('a list that was interrupted goes on from where it was', async () => {
  const { user } = renderActions({
    [LISTS]: listsOf(LIST),
    [`POST /api/admin/bulk/${LIST.id}/run`]: { body: FINISHED },
  });
  const table = within(await screen.findByRole('table', { name: 'Started lists' }));
  table.getByText('1 done, 1 waiting.');
  await user.click(table.getByRole('button', { name: /^Go on… Grant Veteran Pack/ }));
  const dialog = within(screen.getByRole('dialog', { name: 'Grant Veteran Pack' }));
  await user.click(dialog.getByRole('button', { name: 'Go on' }));
  await dialog.findByText('The list is finished.');
  expect(dialog.getByText('2 done.')).toBeDefined();
});

it('older lists are found by their state, and a failed load is reported', async () => {
  const stopped = `${LISTS}&state=stopped`;
  const { user } = renderActions({
    [LISTS]: { status: 503, body: { code: 'unavailable', message: 'Try again in a minute.' } },
    [stopped]: listsOf(STOPPED_LIST),
  });
  await screen.findByText('Try again in a minute.');
  await user.selectOptions(screen.getByLabelText('State'), 'Stopped');
  const table = within(await screen.findByRole('table', { name: 'Started lists' }));
  expect(table.getByText('1 done, 1 not tried.')).toBeDefined();
});

it('a ban of a list has the lengths of a single ban, or none', async () => {
  const { user, sent } = renderActions({
    'POST /api/admin/bulk/check': {
      body: { lines: [{ text: 'Wanderer', account, verdict: 'ready', message: '' }] },
    },
  });
  const checks = () =>
    sent
      .filter(({ request }) => request.endsWith('/check'))
      .map(({ body }) => (body as { what: object }).what);
  await user.click(await screen.findByRole('button', { name: 'Ban a list…' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Ban a list' }));
  await user.type(dialog.getByLabelText('Players'), 'Wanderer');
  await user.type(dialog.getByLabelText('Reason'), 'Cheated');
  await user.click(dialog.getByRole('button', { name: 'Check the list' }));
  dialog.getAllByText('Please say when the ban ends.');
  await user.click(dialog.getByRole('button', { name: '7 days' }));
  await user.click(dialog.getByRole('button', { name: 'Check the list' }));
  await dialog.findByText(/^1 ready/);
  await user.click(dialog.getByRole('button', { name: 'Permanent' }));
  dialog.getByText('This ban has no end.');
  await user.click(dialog.getByRole('button', { name: 'Check the list' }));
  await dialog.findByText(/^1 ready/);
  expect(checks()).toEqual([
    { action: 'BAN', endTime: expect.stringMatching(/^20\d\d-\d\d-\d\d \d\d:\d\d:\d\d$/) },
    { action: 'BAN', endTime: null },
  ]);
  expect(dialog.getByRole('button', { name: 'Ban 1 player' })).toBeDefined();
  expect(dialog.getByRole('button', { name: 'Export CSV of Checked lines' })).toBeDefined();
}, 20_000);
