import { expectNoAxeViolations } from '#e2e/axe.ts';
import type { Portal } from '#e2e/portal.ts';
import { takeScreen } from '#e2e/screens.ts';
import { type Account, expect, startOwnerSession, test, visit } from '#e2e/test.ts';

/** Staff of many kinds, so that the page is full. */
async function hireStaff({ sql }: Portal, { name }: Account): Promise<string[]> {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => `${name.slice(0, 16)}_${letter}`);
  await sql(
    `insert into accounts (user_name, email, password_hash, email_confirmed_at, last_active_on, web_mgt, role_id)
     select given.name, given.name || '@example.test', 'none', now(), current_date - given.n::int,
            coalesce(roles.web_mgt, (array[2261, 304250263527210, 667])[given.n]), roles.id
     from unnest($1::text[]) with ordinality as given (name, n)
       left join roles on roles.name = (array[null, null, null, 'Moderator', 'Editor', 'Support'])[given.n]`,
    [names],
  );
  return names;
}

test('an owner makes a role, gives it to a player, changes it, and takes it back @desktop', async ({
  page,
  portal,
  account,
}, testInfo) => {
  const staff = await hireStaff(portal, account);
  const role = `Herald ${account.name.slice(-6)}`;
  await startOwnerSession(page, portal);
  await visit(page, '/admin/roles');
  await page.getByRole('button', { name: 'New role' }).click();
  const making = page.getByRole('dialog', { name: 'New role' });
  await making.getByLabel('Name').fill(role);
  await making.getByRole('button', { name: 'Create' }).click();
  await expect(making.getByText('Choose at least one section.').first()).toBeVisible();
  await making.getByLabel('Description').fill('Announces what happens.');
  await making.getByLabel('News').check();
  await expectNoAxeViolations(page, 'the form of a role');
  await takeScreen(page, testInfo, 'admin-role-new');
  await making.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('Role created.')).toBeVisible();
  await expectNoAxeViolations(page, 'the roles');
  await takeScreen(page, testInfo, 'admin-roles', { isWhole: true });

  await visit(page, '/admin/staff');
  const inMenu = page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Staff' });
  // On small screens the menu is behind a button.
  if (await inMenu.isVisible()) await expect(inMenu).toBeInViewport({ ratio: 1 });
  const search = page.getByLabel('Search by name or id');
  await search.fill(account.name.slice(0, 16));
  await expect(page.getByRole('row').filter({ hasText: staff[0] ?? '' })).toBeVisible();
  await expect(page.getByRole('row').filter({ has: page.getByRole('checkbox') })).toHaveCount(7);
  await page.getByLabel(`Select ${staff[0]}`).check();
  await page.getByLabel(`Select ${staff[3]}`).check();
  await expectNoAxeViolations(page, 'the staff');
  await takeScreen(page, testInfo, 'admin-staff', { isWhole: true });
  await page.getByRole('button', { name: 'Change role of 2 accounts' }).click();
  const changing = page.getByRole('dialog', { name: 'Change roles' });
  await changing.getByRole('button', { name: 'Apply role' }).click();
  await expect(changing.getByText('Choose a role.')).toBeVisible();
  await changing.getByLabel('Role').selectOption(role);
  await changing.getByLabel('Add an account').fill(account.name);
  await changing.getByRole('button', { name: `Add ${account.name}`, exact: true }).click();
  const chosen = changing.getByRole('list', { name: 'Chosen accounts' });
  await expect(chosen.getByRole('listitem').filter({ hasText: 'Loses' }).first()).toBeVisible();
  await changing.getByLabel('Add an account').fill('');
  await expectNoAxeViolations(page, 'the changes of a role');
  await takeScreen(page, testInfo, 'admin-role-apply');
  await changing.getByRole('button', { name: `Apply ${role} to 3 accounts` }).click();
  await expect(page.getByText('Role applied to 3 accounts.')).toBeVisible();
  await search.fill(account.name);
  await expect(
    page
      .getByRole('row')
      .filter({ has: page.getByRole('link', { name: account.name, exact: true }) })
      .getByText(role),
  ).toBeVisible();

  await visit(page, '/admin/roles');
  const row = page.getByRole('row').filter({ hasText: role });
  await row.getByRole('button', { name: `Edit ${role}` }).click();
  const editing = page.getByRole('dialog', { name: `Edit ${role}` });
  await editing.getByLabel('News').uncheck();
  await editing.getByLabel('Products').check();
  await expect(editing.getByText('3 accounts with this role lose Content: News.')).toBeVisible();
  await takeScreen(page, testInfo, 'admin-role-edit');
  await editing.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Role updated.')).toBeVisible();
  const [held] = await portal.sql<{ web_mgt: string }>('select web_mgt from accounts where user_name = $1', [
    account.name,
  ]);
  expect(held?.web_mgt).toBe('17');

  await row.getByRole('button', { name: `Delete ${role}` }).click();
  const deleting = page.getByRole('dialog', { name: `Delete ${role}?` });
  await deleting.getByLabel('Rights of the 3 accounts with this role').selectOption('Revoke all of them');
  await expectNoAxeViolations(page, 'the deletion of a role');
  await takeScreen(page, testInfo, 'admin-role-delete');
  await deleting.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Role deleted.')).toBeVisible();
  const left = await portal.sql('select from accounts where user_name = $1 and web_mgt > 1', [account.name]);
  expect(left).toEqual([]);
});
