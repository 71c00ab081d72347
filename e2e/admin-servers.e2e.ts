import { expectNoAxeViolations } from './support/axe.ts';
import { takeScreen } from './support/screens.ts';
import { expect, signIn, test, visit } from './support/test.ts';

const STATUS = {
  adapter: 'azerothcore',
  bridgeVersion: '1.0.0',
  guarantee: 'at_most_once',
  needsCharacter: true,
  isOnline: true,
  playersOnline: 87,
  capacity: 500,
};

test('an owner adds a server, lets its bridge in, sees it report, and shuts it out', async ({
  page,
  portal,
}, testInfo) => {
  const slug = `north-${testInfo.project.name}`;
  const name = `Northrend ${testInfo.project.name}`;
  await signIn(page, portal.owner.name, portal.owner.password);
  await visit(page, '/admin/game/servers');
  await page.getByRole('button', { name: 'New server' }).click();
  const making = page.getByRole('dialog', { name: 'New server' });
  await making.getByLabel('Name', { exact: true }).fill(name);
  await making.getByRole('button', { name: 'Create' }).click();
  await expect(making.getByText('A short name has 1 to 40').first()).toBeVisible();
  await making.getByLabel('Short name').fill(slug);
  await expectNoAxeViolations(page, 'the form of a server');
  await takeScreen(page, testInfo, 'admin-server-new');
  await making.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('Server created.')).toBeVisible();

  await page.getByRole('button', { name: `Access of ${name}` }).click();
  await expect(page.getByText('No bridge can sign in to this server yet.')).toBeVisible();
  await page.getByRole('button', { name: 'New token' }).click();
  await page.getByLabel('Label').fill('machine 7');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const created = page.getByRole('dialog', { name: 'Your new token' });
  const token = await created.getByLabel('Token').inputValue();
  await expectNoAxeViolations(page, 'a new token');
  await created.getByRole('button', { name: 'Done' }).click();

  // Past the browser's context, whose address is another one for each test.
  const report = async () => {
    const answer = await fetch(`${portal.origin}/api/bridge/v1/status`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(STATUS),
    });
    return answer.status;
  };
  expect(await report()).toBe(403);
  await page.getByLabel('IP address').fill('127.0.0.1');
  await page.getByRole('button', { name: 'Allow address' }).click();
  await expect(page.getByRole('button', { name: 'Remove 127.0.0.1' })).toBeVisible();
  expect(await report()).toBe(200);

  await page.reload();
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row.getByText('87 of 500 players')).toBeVisible();
  await expect(row.getByText('At most once: an outcome may stay unknown')).toBeVisible();
  await page.getByRole('button', { name: `Access of ${name}` }).click();
  await expect(page.getByRole('button', { name: 'Revoke machine 7' })).toBeVisible();
  await expectNoAxeViolations(page, 'the servers');
  await takeScreen(page, testInfo, 'admin-servers', { isWhole: true });

  await page.getByRole('button', { name: 'Revoke machine 7' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('Token revoked.')).toBeVisible();
  expect(await report()).toBe(401);

  await page.getByRole('button', { name: `Edit ${name}` }).click();
  const editing = page.getByRole('dialog', { name: `Edit ${name}` });
  await editing.getByLabel('Listed').uncheck();
  await editing.getByRole('button', { name: 'Save' }).click();
  await expect(row.getByText('Hidden')).toBeVisible();

  await visit(page, '/admin/statistics/game');
  await expect(page.getByRole('heading', { name: 'Players online' })).toBeVisible();
  await expectNoAxeViolations(page, 'the players online');
  await takeScreen(page, testInfo, 'admin-players-online', { isWhole: true });
});
