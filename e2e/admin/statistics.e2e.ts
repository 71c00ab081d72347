import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { expectNoAxeViolations } from '#e2e/axe.ts';
import { testWithHistory as test } from '#e2e/history.ts';
import type { Portal } from '#e2e/portal.ts';
import { takeScreen } from '#e2e/screens.ts';
import { buy } from '#e2e/shoppers.ts';
import { type Account, expect, hydrated, newAccount, visitAsOwner } from '#e2e/test.ts';

const PRICE = 7.5;

/** The number of a card. */
async function numberOf(page: Page, label: string): Promise<number> {
  const card = page.locator('dl').filter({ has: page.getByText(label, { exact: true }) });
  const text = await card.getByRole('definition').first().innerText();
  return Number(text.replace(/[^\d.]/g, ''));
}

/** A player who came by a campaign, registered and signed in; over HTTP, since the pages are tested elsewhere. */
async function arrive(request: APIRequestContext, content: string): Promise<Account & Arrived> {
  const account = newAccount();
  const { name: username, email, password } = account;
  const attribution = {
    viewerId: `viewer-${username}`,
    landingUrl: `https://play.example/?utm_source=youtube&utm_content=${content}`,
    timestamp: new Date().toISOString(),
    source: 'youtube',
    medium: null,
    campaign: 'journey',
    content,
    term: null,
  };
  const post = async (address: string, data: object) => {
    const answer = await request.post(`/api${address}`, { data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer;
  };
  await post('/v1/tracking/referral-hit', attribution);
  await post('/auth/register', { username, email, password, attribution });
  const session = await (await post('/auth/login', { identifier: username, password })).json();
  return { ...account, accountId: session.accountDBID, token: session.accessToken };
}

type Arrived = { accountId: number; token: string };

async function addProduct({ sql }: Portal, name: string): Promise<number> {
  const [product] = await sql<{ id: number }>(
    `insert into products (storefront, name, price_cents) values ('shop', $1, $2) returning id`,
    [name, PRICE * 100],
  );
  if (!product) throw new Error('The product was not made.');
  await sql(
    `insert into product_lines (product_id, position, kind, quantity, label) values ($1, 1, 'premium_coins', 50, 'Coins')`,
    [product.id],
  );
  return product.id;
}

/** As the game does, from the portal's own machine. */
async function reportCharacter({ origin, dataDir }: Portal, accountDBID: number, character: object) {
  const token = (await readFile(path.join(dataDir, 'bridge-token'), 'utf8')).trim();
  const answer = await fetch(`${origin}/api/bridge/v1/characters`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ accounts: [{ accountDBID, characters: [character] }] }),
  });
  expect(answer.status, await answer.clone().text()).toBe(200);
}

/** On small screens the numbers are opened by a button. */
async function tableOf(page: Page, title: string): Promise<Locator> {
  const panel = page.getByRole('region', { name: title, exact: true });
  const opener = panel.getByRole('button', { name: 'Show the numbers' });
  if (await opener.isVisible()) await opener.click();
  return panel.getByRole('table');
}

test('counts players for the period in the address @desktop', async ({ page, portal, request }, testInfo) => {
  await visitAsOwner(page, portal, '/admin/statistics/game?period=7');
  await expect(page.getByRole('img', { name: /^Active players and sign-ins/ })).toBeVisible();
  await expect(page.getByText(/from [\d,]+$/).first()).toBeVisible();
  const labels = ['New accounts', 'Sign-ins', 'Active players', 'Total accounts'];
  const before = await Promise.all(labels.map((label) => numberOf(page, label)));
  await arrive(request, 'game');
  await page.reload();
  await hydrated(page);
  await expect.poll(() => numberOf(page, 'Total accounts')).toBe((before[3] ?? 0) + 1);
  expect(await Promise.all(labels.map((label) => numberOf(page, label)))).toEqual(
    before.map((count) => count + 1),
  );
  await expectNoAxeViolations(page, 'the statistics of the game');
  await page.getByRole('button', { name: '90 days' }).click();
  await expect(page).toHaveURL(/period=90/);
  await expect(page.getByRole('img', { name: /^New accounts of each week/ })).toBeVisible();
  await expect(page.getByText(/from [\d,]+$/).first()).toBeVisible();
  await takeScreen(page, testInfo, 'admin-statistics-game', { isWhole: true });
  const table = await tableOf(page, 'New accounts');
  await expect(table.getByRole('row').nth(1)).toContainText('(so far)');
  await page.evaluate(() => window.scrollTo(0, 0));
  await takeScreen(page, testInfo, 'admin-statistics-game-numbers', { isWhole: true });
});

test('accepts custom dates, refuses invalid ones, and offers a download @desktop', async ({
  page,
  portal,
}, testInfo) => {
  await visitAsOwner(page, portal, '/admin/statistics/game');
  await page.getByRole('button', { name: 'Custom dates' }).click();
  await page.getByLabel('First day').fill('2026-02-02');
  await page.getByLabel('Last day').fill('2026-02-01');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByText(/^Please choose a period of at most 366 days/)).toBeVisible();
  await expectNoAxeViolations(page, 'refused dates');
  await takeScreen(page, testInfo, 'admin-statistics-own-dates');
  await page.getByLabel('First day').fill('2019-01-01');
  await page.getByLabel('Last day').fill('2019-01-31');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page).toHaveURL(/from=2019-01-01&to=2019-01-31/);
  await expect(page.getByText(/^Nobody was active in this period/)).toBeVisible();
  await expectNoAxeViolations(page, 'an empty period');
  await takeScreen(page, testInfo, 'admin-statistics-empty');
  await page.goBack();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV of New accounts' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^registrations-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
  expect(text.split('\r\n')).toHaveLength(32);
});

test('tracks a purchase from the click to the revenue @desktop', async ({
  page,
  portal,
  request,
}, testInfo) => {
  const content = `video-${Date.now().toString(36)}${testInfo.project.name}`;
  const productName = `Lamp of ${content}`;
  await visitAsOwner(page, portal, '/admin/statistics/payment');
  await expect(page.getByText('These are test payments. No real money was paid.')).toBeVisible();
  const before = await numberOf(page, 'Revenue');
  const player = await arrive(request, content);
  await buy(() => portal.origin, player, await addProduct(portal, productName));
  await expect(async () => {
    await page.reload();
    await hydrated(page);
    await expect(page.getByRole('img', { name: /^Revenue of each day/ })).toBeVisible();
    expect(await numberOf(page, 'Revenue')).toBeCloseTo(before + PRICE, 2);
  }).toPass({ timeout: 90_000 });
  const campaign = page.getByRole('row', { name: new RegExp(content) }).last();
  await expect(campaign.getByRole('cell')).toHaveText(['1', '1 100%', '1 100%', '€7.50']);
  await expect(page.getByRole('region', { name: 'Best-selling products' })).toContainText(
    /Lamp of|other products/,
  );
  await expect(page.getByText(/from €[\d,.]+$/).first()).toBeVisible();
  await expectNoAxeViolations(page, 'the statistics of payments');
  await takeScreen(page, testInfo, 'admin-statistics-payment', { isWhole: true });
});

test('shows the game’s reports @desktop', async ({ page, portal, request }, testInfo) => {
  const player = await arrive(request, 'character');
  const className = `Lantern Knight ${testInfo.project.name}`;
  await reportCharacter(portal, player.accountId, { name: 'Kara', level: 42, class: className });
  await visitAsOwner(page, portal, '/admin/statistics/character');
  const row = page.getByRole('row', { name: new RegExp(className) });
  await expect(row.getByRole('cell').first()).toHaveText('1');
  await expect(row.getByRole('cell').last()).toHaveText('42.0');
  await expectNoAxeViolations(page, 'the statistics of characters');
  await takeScreen(page, testInfo, 'admin-statistics-character', { isWhole: true });
});
