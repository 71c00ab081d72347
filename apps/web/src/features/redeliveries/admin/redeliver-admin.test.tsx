import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SECTION_PRIMES } from '@waygate/contract/permissions';
import type { Redelivery, RedeliveryPreview } from '@waygate/contract/redeliveries/redeliveries.schemas';
import { beforeAll, expect, it } from 'vitest';
import { route as redeliverPage } from '#pages/admin/redeliver/AdminRedeliverPage.tsx';
import { renderAdmin } from '#test/render-admin.tsx';

beforeAll(() => {
  window.scrollTo = () => {};
});

const LIST = 'GET /api/admin/redeliveries?search=&page=1&pageSize=10';
const START = 'POST /api/admin/redeliveries';
const EVERYTHING = 'GET /api/admin/redeliveries/preview?mode=new_keys&scope=everything';
const PREVIEW: RedeliveryPreview = {
  until: '2026-11-22T20:00:00.000Z',
  targetName: null,
  deliveries: 1512,
  players: 88,
  redeliveredBefore: 0,
  kinds: [
    { effect: 'grant', kind: 'item', itemId: 7001, label: 'Lantern', deliveries: 1500, quantity: 3000 },
  ],
  kindsTotal: 1,
  accounts: [{ accountDBID: 5, userName: 'player_five', deliveries: 40 }],
  excluded: [
    {
      reason: 'held',
      deliveries: 2,
      players: 12,
      accounts: [{ accountDBID: 6, userName: 'player_six' }],
    },
  ],
};
const DONE: Redelivery = {
  id: '7c1f7a3c-5a51-4f5c-9d5a-0f3f7a3c5a51',
  mode: 'same_keys',
  scope: 'everything',
  target: null,
  serverId: null,
  serverName: null,
  since: '2026-11-20T18:00:00.000Z',
  until: '2026-11-20T20:00:00.000Z',
  reason: 'The disk broke',
  staffName: 'Gatekeeper',
  planned: 512,
  redelivered: 510,
  waiting: 0,
  failed: 0,
  createdAt: '2026-11-20T20:00:10.000Z',
  finishedAt: '2026-11-20T20:00:20.000Z',
};

type Options = Pick<Parameters<typeof renderAdmin>[0], 'answers' | 'privilege' | 'webMgt'>;

function open({ answers, ...options }: Options = {}) {
  const view = renderAdmin({
    pages: { '/admin/redeliver': <redeliverPage.Component /> },
    at: '/admin/redeliver',
    answers: {
      [LIST]: { body: { redeliveries: [], total: 0, totalIsExact: true } },
      [EVERYTHING]: { body: PREVIEW },
      ...answers,
    },
    ...options,
  });
  return { user: userEvent.setup(), ...view };
}

const count = () => screen.findByRole('button', { name: 'Count what would be sent' });

it('asks what happened before it counts anything', async () => {
  const { user, sent } = open();
  await user.selectOptions(await screen.findByLabelText('What to send again'), 'Deliveries of one order');
  await user.click(await count());
  expect((await screen.findByText('Please say what happened to the game.')).getAttribute('role')).toBe(
    'alert',
  );
  expect(screen.getByText('Choose the order, or give its number.')).toBeDefined();
  expect(sent.filter(({ request }) => request.includes('preview'))).toEqual([]);
});

it('shows the dry run, and sends exactly what it counted after a reason was given', async () => {
  const { user, sent } = open({ answers: { [START]: { body: DONE } } });
  await user.click(await screen.findByLabelText('It was wiped: a new season'));
  await user.click(await count());
  expect((await screen.findByText(/Nothing has been sent yet/)).textContent).toBe(
    `${(1512).toLocaleString()} deliveries to 88 players. Nothing has been sent yet.`,
  );
  const [, row] = within(screen.getByRole('table', { name: 'What would be sent' })).getAllByRole('row');
  expect(row?.textContent).toBe(`Lantern7001${(1500).toLocaleString()}${(3000).toLocaleString()}`);
  expect(screen.getByRole('region', { name: 'Not sent' }).textContent).toContain('player_six and 11 more');
  await user.click(screen.getByRole('button', { name: `Redeliver ${(1512).toLocaleString()}…` }));
  const confirm = await screen.findByRole('button', { name: `Redeliver ${(1512).toLocaleString()}` });
  await user.click(confirm);
  expect(sent.filter(({ request }) => request === START)).toEqual([]);
  await user.type(screen.getByLabelText('Reason'), 'Season 4');
  await user.click(confirm);
  await screen.findByText('Redelivery started.');
  expect(sent.find(({ request }) => request === START)).toMatchObject({
    body: {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      mode: 'new_keys',
      scope: 'everything',
      target: null,
      since: null,
      until: PREVIEW.until,
      expected: 1512,
      reason: 'Season 4',
    },
  });
  await waitFor(() => expect(screen.queryByText(/Nothing has been sent yet/)).toBeNull());
});

it('keeps the reason when the number has changed meanwhile, and says so', async () => {
  const message = 'It would be 1,500 deliveries now, not 1,512 as counted before. Please count again.';
  const { user } = open({ answers: { [START]: { status: 409, body: { code: 'conflict', message } } } });
  await user.click(await screen.findByLabelText('It was wiped: a new season'));
  await user.click(await count());
  await user.click(await screen.findByRole('button', { name: /^Redeliver .*…$/ }));
  await user.type(await screen.findByLabelText('Reason'), 'Season 4');
  await user.click(screen.getByRole('button', { name: /^Redeliver [\d.,]+$/ }));
  expect(await screen.findByText(message)).toBeDefined();
  expect(screen.getByLabelText('Reason')).toHaveProperty('value', 'Season 4');
});

it('counts again whenever it is asked to', async () => {
  const { user, sent } = open();
  await user.click(await screen.findByLabelText('It was wiped: a new season'));
  for (const times of [1, 2]) {
    await user.click(await count());
    await waitFor(() => expect(sent.filter(({ request }) => request === EVERYTHING)).toHaveLength(times));
    await screen.findByText(/Nothing has been sent yet/);
  }
});

it('forgets the dry run when the question changes', async () => {
  const { user } = open();
  await user.click(await screen.findByLabelText('It was wiped: a new season'));
  await user.click(await count());
  await screen.findByText(/Nothing has been sent yet/);
  await user.click(screen.getByLabelText('It was restored from a backup'));
  expect(screen.queryByText(/Nothing has been sent yet/)).toBeNull();
});

it('offers a new season of everything to owners alone', async () => {
  const { user } = open({ privilege: 0, webMgt: SECTION_PRIMES.orders });
  await user.click(await screen.findByLabelText('It was wiped: a new season'));
  await user.click(await count());
  await screen.findByText('Only owners can send everything again under new keys. Ask an owner.');
  expect(screen.queryByRole('button', { name: /^Redeliver/ })).toBeNull();
});

it('names an unknown order next to its field', async () => {
  const { user } = open({
    answers: {
      'GET /api/admin/redeliveries/preview?mode=same_keys&scope=order&target=77': {
        status: 404,
        body: { code: 'not_found', message: 'There is no such order.' },
      },
    },
  });
  await user.click(await screen.findByLabelText('It was restored from a backup'));
  await user.selectOptions(screen.getByLabelText('What to send again'), 'Deliveries of one order');
  await user.type(screen.getByLabelText('Order'), '77');
  await user.click(await count());
  expect(await screen.findByText('There is no such order.')).toBeDefined();
});

it('lists the redeliveries with what became of them, and says what they are filtered by', async () => {
  const { user } = open({
    answers: {
      [LIST]: {
        body: {
          redeliveries: [
            { ...DONE, failed: 3 },
            { ...DONE, id: PREVIEW.until, finishedAt: null },
          ],
          total: 2,
          totalIsExact: true,
        },
      },
      [`${LIST}&state=done`]: { body: { redeliveries: [], total: 0, totalIsExact: true } },
    },
  });
  const table = await screen.findByRole('table', { name: 'Started redeliveries' });
  const [, failed, running] = within(table).getAllByRole('row');
  expect(failed?.textContent).toContain(
    'Some failedQueued 510 of 512. The rest was refunded, revoked or sent by somebody else meanwhile. 3 failed: see Deliveries.',
  );
  expect(running?.textContent).toContain('QueueingQueued 510 of 512.');
  await user.selectOptions(screen.getByLabelText('State'), 'Done');
  expect(await screen.findByText('Nothing matches State: Done.')).toBeDefined();
});
