import { ADMIN_PAGE_ENTRIES } from '@waygate/contract/site/admin-pages';
import { expectNoAxeViolations } from '#e2e/axe.ts';
import { testWithHistory as test } from '#e2e/history.ts';
import type { Portal } from '#e2e/portal.ts';
import { takeScreen } from '#e2e/screens.ts';
import { expect, hydrated, startSession } from '#e2e/test.ts';

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
  return ADMIN_PAGE_ENTRIES.filter(([id]) => id !== 'start').map(([, { title, path }]) => [
    title,
    path.replace(/:(\w+)/, (_, name: string) => ids[name] ?? `no ${name}`),
  ]);
}

test('every page with full lists fits a phone and is accessible @phone', async ({
  page,
  portal,
}, testInfo) => {
  test.setTimeout(400_000);
  await startSession(page, portal.owner.name, portal.owner.password);
  for (const [title, address] of await addressesOf(portal)) {
    await test.step(`${title} at ${address}`, async () => {
      await page.goto(address);
      await hydrated(page);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0);
      expect(
        await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        ),
        `nothing of ${address} sticks out sideways`,
      ).toBeLessThanOrEqual(0);
      await expectNoAxeViolations(page, address);
      await takeScreen(page, testInfo, `admin-page${address.replace('/admin', '').replaceAll('/', '-')}`);
    });
  }
});
