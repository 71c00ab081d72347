import type { Page } from '@playwright/test';
import { look } from '#e2e/look.ts';
import type { Portal } from '#e2e/portal.ts';
import { type Account, expect, startSession, test, visit } from '#e2e/test.ts';

async function makeBenefitStaff({ sql }: Portal, { name }: Account): Promise<number> {
  const [row] = await sql<{ id: number }>(
    'update accounts set web_mgt = 3 where user_name = $1 returning id',
    [name],
  );
  if (!row) throw new Error(`There is no account ${name}.`);
  return row.id;
}

async function addPlayer({ sql }: Portal, { name }: Account): Promise<number> {
  const [row] = await sql<{ id: number }>(
    "insert into accounts (user_name, email, password_hash) values ($1, $2, 'none') returning id",
    [`Winner_${name.slice(-8)}`, `winner.${name}@example.com`],
  );
  if (!row) throw new Error('The account is missing.');
  return row.id;
}

async function addBenefit(page: Page, accountId: number, benefitId: number): Promise<void> {
  await page.getByRole('button', { name: 'Add benefit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add benefit' });
  await dialog.getByLabel('Account DBID').fill(String(accountId));
  await dialog.getByLabel('Benefit ID').fill(String(benefitId));
  await dialog.getByLabel('Available Until').fill('2076-12-24T18:00:00');
  await dialog.getByLabel('Reason').fill('Won the contest');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
}

test('an owner sets a budget, staff reach it, and the owner raises it for the day @desktop', async ({
  page,
  portal,
  account,
  browser,
  complaints,
}, testInfo) => {
  // The refusal that this is about.
  complaints.expect(/403 \(Forbidden\)/);
  const accountId = await makeBenefitStaff(portal, account);
  const playerId = await addPlayer(portal, account);
  await startSession(page, portal.owner.name, portal.owner.password);
  await visit(page, `/admin/budgets?search=${accountId}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Budgets' })).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: account.name });

  await test.step('the owner sets a limit', async () => {
    await row.getByRole('button', { name: `Edit budgets of ${account.name}` }).click();
    const dialog = page.getByRole('dialog', { name: `Edit budgets of ${account.name}` });
    await dialog.getByLabel('Items').fill('1');
    await dialog.getByLabel('Reason').fill('New in the team');
    await look(page, testInfo, 'admin-budget-edit');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Budgets saved.')).toBeVisible();
    await expect(row).toContainText('0 of 1');
  });

  const colleague = await browser.newContext({ baseURL: portal.origin, viewport: page.viewportSize() });
  const staffPage = await colleague.newPage();
  await startSession(staffPage, account.name, account.password);
  await visit(staffPage, '/admin/benefits');
  const dialog = staffPage.getByRole('dialog', { name: 'Add benefit' });

  await test.step('the staff member reaches it and keeps the input', async () => {
    await addBenefit(staffPage, playerId, 800_000 + accountId * 2);
    await expect(staffPage.getByText('Benefit added successfully!')).toBeVisible();
    await addBenefit(staffPage, playerId, 800_001 + accountId * 2);
    await expect(dialog.getByText('Left of your budget today: 0 of 1 item.')).toBeVisible();
    await expect(dialog.getByRole('alert')).toHaveText(
      'You have 0 items left of your 1 item for today. Ask an owner to raise your limit.',
    );
    await expect(dialog.getByLabel('Reason')).toHaveValue('Won the contest');
    await look(staffPage, testInfo, 'admin-budget-exceeded');
  });

  await test.step('the owner raises it, and the same form succeeds', async () => {
    await visit(page, `/admin/budgets?search=${accountId}`);
    await expect(row).toContainText('1 of 1');
    await row.getByRole('button', { name: `Raise today: budgets of ${account.name}` }).click();
    const raise = page.getByRole('dialog', { name: `Raise budgets of ${account.name} for today` });
    await raise.getByLabel('Items').fill('5');
    await raise.getByLabel('Reason').fill('A tournament today');
    await look(page, testInfo, 'admin-budget-raise');
    await raise.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Budgets raised for today.')).toBeVisible();
    await expect(row).toContainText('1 of 5');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    // The toast of the first benefit may still be there.
    await expect(staffPage.getByText('Benefit added successfully!').last()).toBeVisible();
    await expect(dialog).toBeHidden();
  });
  await colleague.close();

  await test.step('the audit log has it with its reason', async () => {
    await visit(page, '/admin/budgets');
    await look(page, testInfo, 'admin-budgets');
    await visit(page, `/admin/audit?account=${accountId}`);
    await expect(page.getByText('Budgets raised for a day').last()).toBeVisible();
    const entries = await portal.sql(
      "select reason from audit_entries where kind = 'budget.raise' and account_id = $1",
      [accountId],
    );
    expect(entries).toEqual([{ reason: 'A tournament today' }]);
  });
});
