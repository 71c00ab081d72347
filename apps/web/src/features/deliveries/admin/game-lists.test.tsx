import type { AdminCharacter, InventoryEntry } from '@waygate/contract/deliveries/deliveries.admin.schemas';
import { screen, within } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { SECTION_PRIMES } from '@waygate/contract/permissions';
import { renderAdmin } from '#test/render-admin.tsx';
import { GameCharacterList } from './GameCharacterList.tsx';
import { InventoryList } from './InventoryList.tsx';

beforeAll(() => {
  window.scrollTo = () => {};
});

const CHARACTERS = 'GET /api/admin/game/characters?search=&page=1&pageSize=10';
const INVENTORY = 'GET /api/admin/game/inventory?search=&page=1&pageSize=10';
const KARA: AdminCharacter = {
  accountDBID: 5,
  userName: 'player_five',
  serverId: 1,
  serverName: 'Game server',
  characterId: '17',
  online: false,
  name: 'Kara',
  level: 12,
  class: 'Warden',
  reportedAt: '2026-11-20T10:00:00.000Z',
};
const ITEM: InventoryEntry = {
  accountDBID: 5,
  userName: 'player_five',
  serverId: 1,
  serverName: 'Game server',
  kind: 'item',
  itemId: 7001,
  label: 'Ember Draught',
  quantity: 1200,
  pending: 3,
  availableUntil: null,
  lastDeliveredAt: '2026-11-20T10:00:00.000Z',
};

type Options = Pick<Parameters<typeof renderAdmin>[0], 'answers' | 'privilege' | 'webMgt'>;

const openCharacters = (options: Options) =>
  renderAdmin({ at: '/admin/game', pages: { '/admin/game': <GameCharacterList /> }, ...options });
const openInventory = (options: Options) =>
  renderAdmin({ at: '/admin/game', pages: { '/admin/game': <InventoryList /> }, ...options });
const cellsOf = async (caption: string) => {
  const table = await screen.findByRole('table', { name: caption });
  const [, ...rows] = within(table).getAllByRole('row');
  return rows.map((row) => [...row.querySelectorAll('td, th')].map((cell) => cell.textContent?.trim()));
};

it('characters are listed with their accounts', async () => {
  openCharacters({
    answers: { [CHARACTERS]: { body: { characters: [KARA], total: 1, totalIsExact: true } } },
  });
  const [cells] = await cellsOf('Characters');
  expect(cells?.slice(0, 5)).toEqual(['Kara', '12', 'Warden', 'player_five', '5']);
  expect(screen.getByRole('link', { name: 'player_five' }).getAttribute('href')).toBe('/admin/users/5');
});

it('staff who may not open accounts get names without links', async () => {
  openCharacters({
    webMgt: SECTION_PRIMES.gameCharacters,
    privilege: 0,
    answers: { [CHARACTERS]: { body: { characters: [KARA], total: 1, totalIsExact: true } } },
  });
  expect((await cellsOf('Characters'))[0]).toContain('player_five');
  expect(screen.queryByRole('link', { name: 'player_five' })).toBeNull();
});

it('without a report the list of characters says what it waits for', async () => {
  openCharacters({ answers: { [CHARACTERS]: { body: { characters: [], total: 0, totalIsExact: true } } } });
  expect(await screen.findByText(/appear once the game server reports them/)).toBeDefined();
});

it('the inventory tells what is there, what comes, and until when', async () => {
  const entries: InventoryEntry[] = [
    ITEM,
    {
      ...ITEM,
      kind: 'benefit',
      itemId: 17,
      label: 'Benefit 17',
      quantity: 0,
      pending: 1,
      availableUntil: '2020-01-01T00:00:00.000Z',
      lastDeliveredAt: null,
    },
    { ...ITEM, kind: 'staff_package', itemId: null, label: 'Staff package' },
  ];
  openInventory({ answers: { [INVENTORY]: { body: { inventory: entries, total: 3, totalIsExact: true } } } });
  const [item, benefit, pack] = await cellsOf('Inventory');
  expect(item?.slice(0, 7)).toEqual([
    'Ember Draught',
    '7001',
    'player_five',
    '5',
    (1200).toLocaleString(),
    '3',
    '–',
  ]);
  expect(benefit?.[6]).toContain('Ended');
  expect(benefit?.[7]).toBe('Not yet');
  expect(pack?.slice(0, 2)).toEqual(['Staff package', '–']);
});

it('lists that could not be fetched say so', async () => {
  const answer = {
    status: 403,
    body: { code: 'forbidden', message: 'You do not have the right to do this.' },
  };
  openInventory({ answers: { [INVENTORY]: answer } });
  expect(
    await screen.findByText('Failed to fetch the inventory. You do not have the right to do this.'),
  ).toBeDefined();
});
