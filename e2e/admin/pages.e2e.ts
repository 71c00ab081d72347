import { ADMIN_PAGE_ENTRIES } from '@waygate/contract/site/admin-pages';
import { expectNoAxeViolations } from '#e2e/axe.ts';
import { testWithDemo as test } from '#e2e/demo.ts';
import { expectNoSideScroll } from '#e2e/look.ts';
import type { Portal } from '#e2e/portal.ts';
import { takeScreen } from '#e2e/screens.ts';
import { expectDenseTables } from '#e2e/tables.ts';
import { expect, startSession, visit } from '#e2e/test.ts';

/** The lists that the addresses of the table's pages don't show. */
const MORE_LISTS: [title: string, address: string][] = [
  ['Seasons', '/admin/twitch-drops?tab=seasons'],
  ['Streamers', '/admin/twitch-drops?tab=streamers'],
  ['Rules', '/admin/twitch-drops?tab=rules'],
  ['Applied deliveries', '/admin/deliveries?state=applied'],
  ['All orders', '/admin/orders?pageSize=all'],
];

/** The names of all tables that staff work with, each of which has rows in a demo. */
const LISTS = [
  'Accounts',
  'Account benefits',
  'Started lists',
  'Audit log',
  'Patch notes',
  'Articles',
  'Twitch Drop rewards',
  'Streamers',
  'Rules not met',
  'Products',
  'Categories',
  'Orders',
  'Unmatched payments',
  'Deliveries',
  'Started redeliveries',
  'Characters',
  'Inventory',
  'Game servers',
  'Alerts that are over',
  'Staff',
  'Budgets of today',
];

/** The address of each page, of an existing record where it shows one. */
async function addressesOf({ sql }: Portal): Promise<[title: string, address: string][]> {
  const newest = async (table: string) =>
    (await sql<{ id: string }>(`select max(id)::text as id from ${table}`))[0]?.id ?? '';
  const ids: Record<string, string> = {
    accountId: await newest('accounts'),
    articleId: await newest('news'),
    patchNoteId: await newest('patch_notes'),
    orderId: await newest('orders'),
  };
  const pages = ADMIN_PAGE_ENTRIES.filter(([id]) => id !== 'start').map(
    ([, { title, path }]): [string, string] => [
      title,
      path.replace(/:(\w+)/, (_, name: string) => ids[name] ?? `no ${name}`),
    ],
  );
  return [...pages, ...MORE_LISTS];
}

test('every page with full lists fits the window, has dense tables, and is accessible', async ({
  page,
  portal,
}, testInfo) => {
  test.setTimeout(400_000);
  await startSession(page, portal.owner.name, portal.owner.password);
  const tables: string[] = [];
  for (const [title, address] of await addressesOf(portal)) {
    await test.step(`${title} at ${address}`, async () => {
      await visit(page, address);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0);
      await expectNoSideScroll(page, address);
      tables.push(...(await expectDenseTables(page, address)));
      await expectNoAxeViolations(page, address);
      await takeScreen(
        page,
        testInfo,
        `admin-page${address.replace('/admin', '').replaceAll(/[/?=]/g, '-')}`,
      );
    });
  }
  expect(tables).toEqual(expect.arrayContaining(LISTS));
});

test('the deliveries that wait for a decision are whole in a window of 1440 px @desktop', async ({
  page,
  portal,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await startSession(page, portal.owner.name, portal.owner.password);
  await visit(page, '/admin/deliveries');
  const table = page.getByRole('table', { name: 'Deliveries', exact: true });
  await expect(table.getByRole('button', { name: /^Mark delivered/ }).first()).toBeVisible();
  // What the demo has in the list depends on the day, so the widest texts are set here.
  await table
    .getByRole('row', { name: /Failed/ })
    .first()
    .getByRole('cell')
    .evaluateAll((cells) => {
      for (const cell of cells.slice(2, 6)) {
        const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) texts.currentNode.textContent = 'On hold: disputed';
        if (cell.dataset.label !== 'State') cell.querySelector('div')?.append(' WWWWWWWWWWWWWWWWWWWWWWWWW');
      }
    });
  await page.evaluate(() => document.fonts.ready);
  expect(
    await table.evaluate(
      (element) => element.getBoundingClientRect().width - (element.parentElement?.clientWidth ?? 0),
    ),
    'no column lies under the actions',
  ).toBeLessThanOrEqual(0);
});

test('a list in a narrow window keeps its first column, and ten accounts take two screens of a phone', async ({
  page,
  portal,
}) => {
  await startSession(page, portal.owner.name, portal.owner.password);
  for (const address of ['/admin/users', '/admin/orders', '/admin/audit']) {
    await visit(page, address);
    const rows = page.getByRole('main').getByRole('table').first().getByRole('row');
    await expect(rows.nth(10)).toBeVisible();
    const first = await rows.nth(1).boundingBox();
    const tenth = await rows.nth(10).boundingBox();
    const height = page.viewportSize()?.height ?? 0;
    const taken = (tenth?.y ?? 0) + (tenth?.height ?? 0) - (first?.y ?? 0);
    expect(taken, `ten rows of ${address}`).toBeLessThanOrEqual(2 * height);
    const size = page.viewportSize();
    // A tablet, or half a screen: the table is wider than its box.
    await page.setViewportSize({ width: 820, height: 1180 });
    const box = page
      .getByRole('main')
      .getByRole('region')
      .filter({ has: page.getByRole('table') })
      .first();
    await expect
      .poll(() => box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
      .toBeGreaterThan(1);
    await expectDenseTables(page, `${address} in a narrow window`);
    if (size) await page.setViewportSize(size);
  }
});
