import { expectNoAxeViolations } from '#e2e/axe.ts';
import { takeScreen } from '#e2e/screens.ts';
import {
  expect,
  findAccountId,
  followHeader,
  hydrated,
  signIn,
  startSession,
  test,
  visit,
} from '#e2e/test.ts';

test.describe('the admin area', () => {
  test('sends a visitor to sign in and back, and a player to the home page @desktop', async ({
    page,
    portal,
    account,
  }) => {
    await visit(page, '/admin/users?search=gate');
    await expect(page).toHaveURL(/\/login$/);
    await signIn(page, portal.owner.name, portal.owner.password);
    await expect(page).toHaveURL(/\/admin\/users\?search=gate$/);
    await expect(page.getByRole('cell', { name: portal.owner.name, exact: true })).toBeVisible();
    await followHeader(page, 'Logout');
    await expect(page).toHaveURL(/\/login/);
    await startSession(page, account.name, account.password);
    await page.goto('/admin/users');
    await expect(page).toHaveURL(`${portal.origin}/`);
    await expect(page.getByRole('link', { name: 'Admin' })).toHaveCount(0);
  });

  test('opens the first section for the owner, and collapses its menu', async ({
    page,
    portal,
  }, testInfo) => {
    await signIn(page, portal.owner.name, portal.owner.password);
    await followHeader(page, 'Admin');
    await expect(page).toHaveURL(/\/admin\/users$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Management' })).toBeVisible();
    await expect(page).toHaveTitle(/^Management · /);
    const menu = page.getByRole('navigation', { name: 'Admin' });
    const bar = menu.getByRole('button', { name: /^Admin sections:/ });
    if (await bar.isVisible()) await bar.click();
    await expect(menu.getByRole('link', { name: 'News' })).toBeVisible();
    // Beside the page, an owner's menu fits 900 pixels; on small screens it scrolls with the page.
    expect(await menu.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
    await menu.getByRole('button', { name: 'Content' }).click();
    await expect(menu.getByRole('link', { name: 'News' })).toBeHidden();
    await expect(menu.getByRole('link', { name: 'Orders' })).toBeVisible();
    await expectNoAxeViolations(page, 'the open admin menu');
    await takeScreen(page, testInfo, 'admin-menu');
    await menu.getByRole('button', { name: 'Search' }).click();
    const search = page.getByRole('combobox', { name: /^Search players/ });
    await expect(search).toBeFocused();
    await search.fill('patch');
    await expect(page.getByRole('option', { name: /^Patch Notes/ })).toHaveAttribute('aria-selected', 'true');
    await search.fill(portal.owner.name.slice(0, 4));
    await expect(page.getByRole('group', { name: 'Players' })).toContainText(portal.owner.name);
    await expectNoAxeViolations(page, 'the search');
    await takeScreen(page, testInfo, 'admin-search');
    await page.keyboard.press('Escape');
    await expect(search).toBeHidden();
    await page.keyboard.press('Control+k');
    await search.pressSequentially(portal.owner.name);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/admin\/users\/\d+$/);
  });

  test('keeps a list’s state in the address, across a reload and back @desktop', async ({
    page,
    portal,
  }, testInfo) => {
    await startSession(page, portal.owner.name, portal.owner.password);
    await visit(page, '/admin/users');
    const search = page.getByRole('searchbox');
    await search.fill('nobody has this name');
    await expect(page).toHaveURL(/search=nobody/);
    await expect(page.getByText('Nothing matches your search.')).toBeVisible();
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await page.getByRole('combobox', { name: 'Per page' }).selectOption('All');
    await expect(page).toHaveURL(/pageSize=all/);
    await expect(page.getByText(/\d total$/)).toBeVisible();
    await expectNoAxeViolations(page, 'all users');
    await takeScreen(page, testInfo, 'admin-users-all');
    await page.reload();
    await hydrated(page);
    await expect(page.getByText(/\d total$/)).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('combobox', { name: 'Per page' })).toHaveValue('10');
  });

  test('sends one page for every record, which shows the one of its address @desktop', async ({
    page,
    portal,
    account,
  }) => {
    await startSession(page, portal.owner.name, portal.owner.password);
    const playerId = await findAccountId(portal, account.name);
    const sent = new Set<string>();
    for (const [id, name] of [
      [1, portal.owner.name],
      [playerId, account.name],
    ]) {
      const answer = await page.goto(`/admin/users/${id}`);
      sent.add((await answer?.text()) ?? '');
      await hydrated(page);
      await expect(page.getByRole('heading', { level: 1, name: String(name) })).toBeVisible();
    }
    expect(sent.size).toBe(1);
    await expect(page.getByText(account.email).first()).toBeVisible();
  });

  test('answers 404 for an unknown page @desktop', async ({ page, complaints }) => {
    complaints.expect(/404/);
    const answer = await page.goto('/admin/nowhere');
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Oops! Page Not Found' })).toBeVisible();
  });
});
