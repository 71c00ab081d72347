import type { AdminDelivery } from '@waygate/contract/deliveries/deliveries.admin.schemas';
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderAdmin } from '#test/render-admin.tsx';
import { UserRecords } from './UserRecords.tsx';

const LIST = 'GET /api/admin/deliveries?pageSize=50&state=all&account=12';

const DELIVERY: AdminDelivery = {
  deliveryId: 7,
  accountDBID: 12,
  userName: 'Aria',
  serverId: 1,
  serverName: 'Game server',
  characterId: null,
  characterName: null,
  orderId: null,
  effect: 'grant',
  kind: 'item',
  itemId: 7001,
  itemName: null,
  quantity: 2,
  state: 'pending',
  isOnHold: false,
  attempts: 2,
  failure: null,
  isMarkedDelivered: false,
  detail: 'The bag is full.',
  problem: null,
  collectBy: null,
  collectedAt: null,
  createdAt: '2026-11-20T18:24:00Z',
  settledAt: null,
};

function open(kind: 'deliveries' | 'benefits', answers: Parameters<typeof renderAdmin>[0]['answers'] = {}) {
  return renderAdmin({
    pages: { '/admin/users/12': <UserRecords accountId="12" kind={kind} /> },
    at: '/admin/users/12',
    answers,
  });
}

describe("an account's records", () => {
  it('show deliveries with the labels of the delivery list', async () => {
    const states = ['pending', 'leased', 'applied', 'dead', 'cancelled'] as const;
    const deliveries = states.map((state, deliveryId) => ({ ...DELIVERY, deliveryId, state }));
    open('deliveries', { [LIST]: { body: { deliveries, total: 5, totalIsExact: true } } });
    const table = within(await screen.findByRole('table', { name: 'Deliveries' }));
    const rows = table.getAllByRole('row').slice(1);
    expect(rows.map((row) => within(row).getAllByRole('cell')[2]?.textContent)).toEqual([
      'Waiting',
      'With the game',
      'Applied',
      'Failed',
      'Cancelled',
    ]);
    expect(rows[0]?.textContent).toContain('Grant 2 × item 7001');
    expect(rows[0]?.textContent).toContain('The bag is full. (2 failures)');
  });

  it('are written to a file whole, with the filters of the table', async () => {
    const file = 'GET /api/admin/deliveries/export?state=all&account=12';
    const { sent } = open('deliveries', {
      [LIST]: { body: { deliveries: [DELIVERY], total: 1, totalIsExact: true } },
      [file]: { status: 503, body: { code: 'unavailable', message: 'Too many files at once.' } },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Export CSV' }));
    expect(await screen.findByText('The export failed. Too many files at once.')).toBeDefined();
    expect(sent.map(({ request }) => request)).toContain(file);
  });

  it('say when there are none', async () => {
    open('benefits', {
      'GET /api/admin/userBenefits?pageSize=100&account=12': {
        body: { benefits: [], total: 0, totalIsExact: true },
      },
    });
    expect(await screen.findByText('This account has no benefits.')).toBeDefined();
  });

  it('say why they could not be loaded, and try again', async () => {
    const list = [
      { status: 403, body: { code: 'forbidden', message: 'You may not see deliveries.' } },
      { body: { deliveries: [DELIVERY], total: 1, totalIsExact: true } },
    ];
    open('deliveries', { [LIST]: () => list.shift() ?? { status: 500 } });
    expect((await screen.findByRole('alert')).textContent).toBe('You may not see deliveries.');
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('#7')).toBeDefined();
  });
});
