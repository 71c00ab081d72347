import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { route as actionsPage } from '#pages/admin/actions/AdminActionsPage.tsx';
import { renderAdmin } from '#test/render-admin.tsx';

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
  total: 2,
  waiting: 1,
  done: 1,
  already: 0,
  failed: 0,
};
const FINISHED = { ...LIST, waiting: 0, done: 2, finishedAt: '2026-03-01T10:01:00.000Z' };

function renderActions(answers: Parameters<typeof renderAdmin>[0]['answers']) {
  const user = userEvent.setup();
  const view = renderAdmin({
    pages: { '/admin/actions': <actionsPage.Component /> },
    at: '/admin/actions',
    answers: { 'GET /api/admin/bulk': { body: { lists: [] } }, ...answers },
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
  dialog.getAllByText('Please name at least one player.');
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
    what: { action: 'GRANT_VETERAN_PACK' },
    accounts: [5],
    reason,
  });
});

it('a list that was interrupted goes on from where it was', async () => {
  const { user } = renderActions({
    'GET /api/admin/bulk': { body: { lists: [LIST] } },
    [`POST /api/admin/bulk/${LIST.id}/run`]: { body: FINISHED },
  });
  const table = within(await screen.findByRole('table', { name: 'Lists of players' }));
  table.getByText('1 done, 1 waiting.');
  await user.click(table.getByRole('button', { name: /^Open the list of Grant Veteran Pack/ }));
  const dialog = within(screen.getByRole('dialog', { name: 'Grant Veteran Pack' }));
  await user.click(dialog.getByRole('button', { name: 'Go on' }));
  await dialog.findByText('The list is finished.');
  expect(dialog.getByText('2 done.')).toBeDefined();
});
