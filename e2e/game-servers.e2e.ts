import type { Browser, Page, TestInfo } from '@playwright/test';
import { z } from 'zod';
import { expectNoAxeViolations } from './support/axe.ts';
import { type BridgedGame, createBridgedGame } from './support/bridged-game.ts';
import { createGame } from './support/game.ts';
import { look } from './support/look.ts';
import { takeScreen } from './support/screens.ts';
import { goToCheckout, makeGift } from './support/shoppers.ts';
import { signInOwner } from './support/staff.ts';
import {
  type Account,
  expect,
  findAccountId,
  followHeader,
  openAccount,
  signIn,
  startSession,
  test,
  visit,
} from './support/test.ts';

// A portal of their own: everywhere else there is one game server.
test.use({ portalEnv: { DEMO_CONTENT: 'off', RECONCILE_SECONDS: '5' } });

const GAME = { login: 'North_Wind', password: 'Only for the north' };
const ITEM = { first: 8201, north: 55_001 };

/** What a bridge may report. */
const STATUS = {
  adapter: 'azerothcore',
  bridgeVersion: '1.0.0',
  guarantee: 'at_most_once',
  needsCharacter: true,
  isOnline: true,
  playersOnline: 87,
  capacity: 500,
};

async function openPlayer(browser: Browser, { name, password }: Account): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, name, password);
  return page;
}

/** @returns the token of its bridge */
async function createServer(page: Page, testInfo: TestInfo, name: string): Promise<string> {
  await visit(page, '/admin/game/servers');
  await page.getByRole('button', { name: 'New server' }).click();
  const dialog = page.getByRole('dialog', { name: 'New server' });
  await dialog.getByLabel('Name', { exact: true }).fill(name);
  await dialog.getByLabel('Short name').fill(name.toLowerCase());
  await dialog
    .getByLabel('Passwords of game accounts')
    .selectOption('A password of their own, which the player sets');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('Server created.')).toBeVisible();
  await page.getByRole('button', { name: `Access of ${name}` }).click();
  const access = page.getByRole('region', { name: `Access of ${name}` });
  await access.getByLabel('IP address').fill('127.0.0.1');
  await access.getByRole('button', { name: 'Allow address' }).click();
  await expect(page.getByText('Address allowed.')).toBeVisible();
  await access.getByRole('button', { name: 'New token' }).click();
  const creation = page.getByRole('dialog', { name: `New token for ${name}` });
  await creation.getByLabel('Label').fill('The machine in the north');
  await look(page, testInfo, 'game-server-new-token');
  await creation.getByRole('button', { name: 'Create' }).click();
  const created = page.getByRole('dialog', { name: 'Your new token' });
  const token = await created.getByLabel('Token').inputValue();
  await created.getByRole('button', { name: 'Done' }).click();
  await expect(access.getByText('The machine in the north')).toBeVisible();
  await look(page, testInfo, 'game-server-access', { isWhole: true });
  return token;
}

async function addItemId(page: Page, testInfo: TestInfo, product: string, server: string): Promise<void> {
  await visit(page, `/admin/products?search=${encodeURIComponent(product)}`);
  await page.getByRole('button', { name: `Edit ${product}` }).click();
  const dialog = page.getByRole('dialog', { name: `Edit ${product}` });
  const field = dialog.getByRole('group', { name: 'Line 1' }).getByLabel(`Item id on ${server}`);
  await field.fill(String(ITEM.north));
  await field.scrollIntoViewIfNeeded();
  await look(page, testInfo, 'game-server-item-ids');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('log')).toContainText('Product updated successfully!');
}

/** The game account on a server, as the profile shows it. */
async function openGameAccount(page: Page, server: string) {
  await visit(page, '/profile');
  return page
    .getByRole('region', { name: 'Game accounts' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: server }) });
}

async function setGamePassword(page: Page, testInfo: TestInfo, server: string): Promise<void> {
  const entry = await openGameAccount(page, server);
  await expect(entry).toContainText('No account yet');
  await entry.getByRole('button', { name: `Set game password for ${server}` }).click();
  const dialog = page.getByRole('dialog', { name: `Set game password: ${server}` });
  await dialog.getByLabel('Login').fill(GAME.login);
  await dialog.getByLabel('Game password', { exact: true }).fill('short');
  await dialog.getByRole('button', { name: 'Set game password' }).click();
  await expect(dialog.getByRole('alert').first()).toBeVisible();
  await look(page, testInfo, 'game-account-faults');
  await dialog.getByLabel('Game password', { exact: true }).fill(GAME.password);
  await dialog.getByRole('button', { name: 'Set game password' }).click();
  await expect(page.getByText('Game password sent to the game.')).toBeVisible();
  await expect(entry).toContainText('Waiting for the game');
}

/** Chooses game server and character, and pays in the sandbox. */
async function buyForCharacter(
  page: Page,
  testInfo: TestInfo,
  { product, server, character }: { product: string; server: string; character: string },
): Promise<void> {
  await visit(page, '/');
  await followHeader(page, 'Donate');
  const overlay = page.getByRole('dialog', { name: /donations/i });
  await overlay.getByRole('button', { name: 'General' }).click();
  await overlay.getByRole('button', { name: `Pay now for ${product}` }).click();
  const choice = page.getByRole('dialog', { name: `Where should ${product} go?` });
  await choice.getByLabel('Game server').selectOption('Game server');
  await expect(choice.getByLabel('Character')).toBeHidden();
  await choice.getByLabel('Game server').selectOption(server);
  await choice.getByRole('button', { name: 'Pay now' }).click();
  await expect(choice.getByText(`Choose the character on ${server} that gets it.`)).toBeVisible();
  await look(page, testInfo, 'game-server-checkout-fault');
  const option = choice
    .getByLabel('Character')
    .getByRole('option')
    .filter({ hasText: `${character},` });
  await choice.getByLabel('Character').selectOption((await option.getAttribute('value')) ?? '');
  await look(page, testInfo, 'game-server-checkout');
  await choice.getByRole('button', { name: 'Pay now' }).click();
  await pay(page);
}

async function pay(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /I agree to the terms/ }).check();
  await page.getByRole('button', { name: /^Donate €/ }).click();
  await expect(page).toHaveURL(/\/shop\?payment=success$/);
}

/** Looks again until the newest order says so. */
async function expectOrder(page: Page, ...texts: string[]): Promise<void> {
  await expect(async () => {
    await visit(page, '/profile');
    await page.getByRole('tab', { name: 'Orders' }).click();
    const order = page.getByRole('tabpanel', { name: 'Orders' }).getByRole('article').first();
    for (const text of texts) await expect(order).toContainText(text, { timeout: 2000 });
  }).toPass({ timeout: 90_000 });
}

/** Bans or unbans on the list of accounts. */
async function ban(page: Page, { name }: Account): Promise<void> {
  await visit(page, `/admin/users?search=${name}`);
  await page.getByRole('button', { name: `Ban ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Ban ${name}` });
  await dialog.getByLabel('Ban End Time').fill('2099-01-01T12:00:00');
  await dialog.getByLabel('Reason').fill('Sold the same sword twice');
  await dialog.getByRole('button', { name: `Ban ${name}` }).click();
  await expect(page.getByText(`User ${name} banned successfully.`)).toBeVisible();
}

async function unban(page: Page, { name }: Account): Promise<void> {
  await visit(page, `/admin/users?search=${name}`);
  await page.getByRole('button', { name: `Unban ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unban', exact: true }).click();
  await expect(page.getByText(`User ${name} unbanned successfully.`)).toBeVisible();
}

test('an owner adds a server, lets its bridge in, sees it report, and shuts it out @desktop', async ({
  page,
  portal,
}, testInfo) => {
  const slug = `north-${testInfo.project.name}`;
  const name = `Northrend ${testInfo.project.name}`;
  await startSession(page, portal.owner.name, portal.owner.password);
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
  await expect(row.getByText('At most once.')).toBeVisible();
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

test('a player buys for a character on the second server, spends coins there, and is locked out when banned @desktop', async ({
  page: staff,
  portal,
  account,
  browser,
}, testInfo) => {
  test.setTimeout(600_000);
  const [server, product] = ['Northmarch', 'Northern draughts'];
  const accountId = await findAccountId(portal, account.name);
  const first = await createGame(portal);
  let second: BridgedGame | undefined;
  const game = (): BridgedGame => {
    if (!second) throw new Error('The second game was never started.');
    return second;
  };
  await makeGift(portal, { name: product, itemId: ITEM.first, coins: 500 });
  await signIn(staff, portal.owner.name, portal.owner.password);

  await test.step('the owner creates a second server, and its bridge reports', async () => {
    const token = await createServer(staff, testInfo, server);
    second = await createBridgedGame(portal, token);
    await first.play();
    await game().bridge();
    await visit(staff, '/admin/game/servers');
    const row = staff.getByRole('row').filter({ hasText: server });
    await expect(row).toContainText('Online');
    await expect(row).toContainText('Exactly once');
    await expect(row).toContainText('Needs a character for each delivery');
    await look(staff, testInfo, 'game-servers', { isWhole: true });
    await addItemId(staff, testInfo, product, server);
  });

  const player = await openPlayer(browser, account);
  await test.step('the player sets a game password, and enters the game with it', async () => {
    await setGamePassword(player, testInfo, server);
    await game().bridge();
    const entry = player.getByRole('region', { name: 'Game accounts' }).getByRole('listitem').last();
    await expect(entry).toContainText('Ready to play');
    await expect(entry).toContainText(GAME.login);
    await look(player, testInfo, 'game-accounts', { isWhole: true });
    expect(await game().signIn(GAME.login, GAME.password)).toContain(`account ${accountId}`);
    expect(await game().signIn(GAME.login, account.password)).toContain('wrong login or password');
  });

  const [character = '', other = ''] = game().characters(accountId);
  await test.step('buys for a character, who gets it', async () => {
    await buyForCharacter(player, testInfo, { product, server, character });
    await expectOrder(player, product, server, 'On its way to the game', `For ${character}`);
    await first.play();
    await game().bridge();
    expect(game().itemsOf(accountId, character)).toEqual([`${ITEM.north} × 2`]);
    expect(game().itemsOf(accountId, other)).toEqual([]);
    expect(first.inventory(accountId)).toEqual([]);
    await expectOrder(player, product, server, 'Delivered', `For ${character}`);
    await look(player, testInfo, 'game-server-order', { isWhole: true });
  });

  await test.step('spends coins in the game', async () => {
    expect(await game().spend(accountId, 120, 'A grey mount')).toContain('has 380 left');
    expect(await game().spend(accountId, 5000, 'A castle')).toContain('has 380 coins: too few');
    await visit(player, '/profile');
    await expect(player.getByRole('definition').filter({ hasText: '380' })).toBeVisible();
    await openAccount(player);
    await player.getByRole('button', { name: 'Coin history' }).click();
    const history = player.getByRole('dialog', { name: 'Coin history' });
    const [spent, bought] = [history.getByRole('listitem').first(), history.getByRole('listitem').nth(1)];
    for (const text of ['Spent in the game', 'A grey mount', server, '-120', 'Balance 380'])
      await expect(spent).toContainText(text);
    await expect(bought).toContainText('+500');
    await look(player, testInfo, 'coin-history');
  });

  await test.step('is banned, and refused by the game until the ban ends', async () => {
    await ban(staff, account);
    await game().bridge();
    expect(await game().signIn(GAME.login, GAME.password)).toContain('the account is locked');
    await visit(staff, `/admin/users/${accountId}`);
    for (const tab of ['Game accounts', 'Coins']) {
      await staff.getByRole('tab', { name: tab, exact: true }).click();
      await expect(staff.getByRole('tabpanel').getByRole('row').filter({ hasText: server })).toBeVisible();
      await look(staff, testInfo, `admin-user-${tab.toLowerCase().replace(' ', '-')}`, { isWhole: true });
    }
    await unban(staff, account);
    await game().bridge();
    expect(await game().signIn(GAME.login, GAME.password)).toContain(`account ${accountId}`);
  });
  await player.context().close();
  await first.remove();
  await game().remove();
});

const serverSchema = z.object({ serverId: z.number() });
const tokenSchema = z.object({ token: z.string() });

test('what was bought for a deleted character waits until the player chooses another @desktop', async ({
  page,
  portal,
  account,
}, testInfo) => {
  const accountId = await findAccountId(portal, account.name);
  const owner = await signInOwner(() => portal);
  const name = `Isles of ${testInfo.project.name}`;
  const text = { name, slug: `isles-${testInfo.project.name}`, position: 5 };
  const { serverId } = serverSchema.parse((await owner.call('POST', '/admin/game/servers', text)).body);
  const path = `/admin/game/servers/${serverId}`;
  await owner.call('POST', `${path}/addresses`, { address: '127.0.0.1' });
  const created = await owner.call('POST', `${path}/tokens`, { label: 'Isles' });
  const game = await createBridgedGame(portal, tokenSchema.parse(created.body).token);
  await game.bridge();
  game.createCharacter(accountId, 'Kara');
  await game.bridge();
  const productId = await makeGift(portal, { name: `Lost at sea ${name}`, itemId: ITEM.first });
  await portal.sql(
    'insert into product_line_items (product_id, position, server_id, item_id) values ($1, 0, $2, $3)',
    [productId, serverId, ITEM.north],
  );
  await portal.sql('update product_lines set item_id = null where product_id = $1', [productId]);

  await signIn(page, account.name, account.password);
  // The only server that has it, and the only character there: nothing to choose.
  await goToCheckout(page, productId);
  await pay(page);
  await expectOrder(page, 'On its way to the game', 'For Kara');
  game.deleteCharacter(accountId, 'Kara');
  game.createCharacter(accountId, 'Oren');
  await game.bridge();
  await expectOrder(page, 'Waiting for you to choose a character');
  expect(game.itemsOf(accountId, 'Oren')).toEqual([]);

  const waiting = page.getByRole('region', { name: 'Waiting for a character' });
  await expect(waiting).toContainText('Kara is gone');
  await expect(waiting).toContainText('2 × Ember Draught');
  await look(page, testInfo, 'awaiting-character', { isWhole: true });
  await waiting.getByLabel('Character').selectOption({ index: 1 });
  await waiting.getByRole('button', { name: 'Send it there' }).click();
  await expect(page.getByText('On its way to Oren.')).toBeVisible();
  await game.bridge();
  expect(game.itemsOf(accountId, 'Oren')).toEqual([`${ITEM.north} × 2`]);
  await expectOrder(page, 'Delivered', 'For Oren');
  await game.remove();
});
