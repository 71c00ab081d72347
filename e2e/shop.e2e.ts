import type { Page } from '@playwright/test';
import { expectNoAxeViolations } from './support/axe.ts';
import { createGame } from './support/game.ts';
import type { Portal } from './support/portal.ts';
import { takeScreen } from './support/screens.ts';
import {
  type Account,
  expect,
  findAccountId,
  followHeader,
  hydrated,
  signIn,
  test,
  visit,
} from './support/test.ts';

const PRODUCT = 'A Season in the Club';
const CATEGORY = 'Agaia Club';

/** From the donations to the hosted checkout of a product. */
async function startCheckout(page: Page, { name, password }: Account): Promise<void> {
  await visit(page, '/login');
  await signIn(page, name, password);
  await followHeader(page, 'Donate');
  const overlay = page.getByRole('dialog', { name: /donations/i });
  await overlay.getByRole('button', { name: CATEGORY }).click();
  await overlay.getByRole('button', { name: `Pay now for ${PRODUCT}` }).click();
  await expect(page).toHaveURL(/\/sandbox\/checkout\/cs_sandbox_\w+$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(PRODUCT);
}

/** The newest order as the profile shows it. */
async function openOrder(page: Page) {
  await visit(page, '/profile');
  await page.getByRole('tab', { name: 'Orders' }).click();
  return page.getByRole('tabpanel', { name: 'Orders' }).getByRole('article').first();
}

/** Looks again until the order has come that far. */
async function expectOrder(page: Page, ...texts: (string | RegExp)[]): Promise<void> {
  await expect(async () => {
    const order = await openOrder(page);
    for (const text of texts) await expect(order).toContainText(text, { timeout: 2000 });
  }).toPass({ timeout: 90_000 });
}

test('a player buys an item, receives it in the game, and loses it after a refund', async ({
  page,
  portal,
  account,
  complaints,
}, testInfo) => {
  // The frame with a mail runs no scripts, the accessibility check's included.
  complaints.expect(/^Blocked script execution in 'about:srcdoc'/);
  const game = await createGame(portal);
  const accountId = await findAccountId(portal, account.name);

  await test.step('goes to the checkout, which says that it is pretended', async () => {
    await startCheckout(page, account);
    await expect(page.getByText('€14.99').first()).toBeVisible();
    await expect(page.getByText('no money moves')).toBeVisible();
    await expectNoAxeViolations(page, 'the sandbox checkout');
    await takeScreen(page, testInfo, 'sandbox-checkout', { isWhole: true });
  });

  await test.step('is declined once, and pays', async () => {
    await page.getByRole('button', { name: 'Decline the card' }).click();
    await expect(page.getByRole('alert')).toHaveText('Your card was declined. Try again.');
    await page.getByRole('checkbox', { name: /I agree to the terms/ }).check();
    await page.getByRole('button', { name: 'Donate €14.99' }).click();
    await expect(page).toHaveURL(`${portal.origin}/shop?payment=success`);
    await hydrated(page);
    await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible();
    await expect(page.getByText("We've received your payment.")).toBeVisible({ timeout: 90_000 });
    await takeScreen(page, testInfo, 'shop-return-paid', { isWhole: true });
  });

  await test.step('gets it in the game', async () => {
    await expectOrder(page, PRODUCT, 'Paid', 'On its way to the game');
    await game.play();
    expect(game.inventory(accountId)).toEqual(['club_days 0 × 90', 'item 30110 × 13']);
    await expectOrder(page, PRODUCT, 'Paid', 'Delivered');
    await takeScreen(page, testInfo, 'profile-order-delivered', { isWhole: true });
  });

  await test.step('gets a part of the money back, and keeps everything', async () => {
    await refund(page, accountId, portal, '2.50');
    await expectOrder(page, 'Partially refunded', '2.50');
    await game.play();
    expect(game.inventory(accountId)).toHaveLength(2);
  });

  await test.step('gets the rest back, and loses it in the game', async () => {
    await refund(page, accountId, portal, '12.49');
    await expectOrder(page, PRODUCT, 'Refunded', 'Revoked');
    await game.play();
    expect(game.inventory(accountId)).toEqual([]);
  });

  await test.step('finds a mail about the order and each refund', async () => {
    const order = await newestOrderId(portal, accountId);
    await openMail(page, `Your Agaia order ${order}`);
    await expect(page.getByRole('main')).toContainText('you lose the right of withdrawal');
    await expect(page.frameLocator('iframe').getByRole('link', { name: 'See your orders' })).toBeVisible();
    await expectNoAxeViolations(page, 'the mail about a paid order');
    await takeScreen(page, testInfo, 'mail-order-paid', { isWhole: true });
    await openMail(page, `Refund for your Agaia order ${order}`);
    await expect(page.getByRole('main')).toContainText("We've refunded your order in full: €14.99.");
    await takeScreen(page, testInfo, 'mail-order-refunded', { isWhole: true });
    await page.goBack();
    await page
      .getByRole('link', { name: `Refund for your Agaia order ${order}` })
      .last()
      .click();
    await expect(page.getByRole('main')).toContainText('€2.50 of €14.99 so far');
    await takeScreen(page, testInfo, 'mail-order-partly-refunded', { isWhole: true });
  });
  await game.remove();
});

async function newestOrderId({ sql }: Portal, accountId: number): Promise<number> {
  const [order] = await sql<{ id: number }>(
    'select id from orders where account_id = $1 order by id desc limit 1',
    [accountId],
  );
  return order?.id ?? 0;
}

/** Opens the newest mail with this subject in the local mailbox. */
async function openMail(page: Page, subject: string): Promise<void> {
  await expect(async () => {
    await page.goto('/dev/mail');
    await expect(page.getByRole('link', { name: subject, exact: true }).first()).toBeVisible({
      timeout: 1000,
    });
  }).toPass({ timeout: 90_000 });
  await page.getByRole('link', { name: subject, exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(subject);
}

/** Presses the button of the account's newest payment on the sandbox's page. */
async function refund(page: Page, accountId: number, portal: Portal, amount: string): Promise<void> {
  const payment = await openSandbox(page, accountId, portal);
  await payment.getByLabel(/Amount to refund/).fill(amount);
  await payment.getByRole('button', { name: 'Refund' }).click();
  await expect(page).toHaveURL(/\/sandbox#cs_sandbox_/);
  await expect(page.getByRole('alert')).toBeHidden();
}

async function openSandbox(page: Page, accountId: number, { sql }: Portal) {
  const [order] = await sql<{ session_id: string }>(
    'select session_id from orders where account_id = $1 order by id desc limit 1',
    [accountId],
  );
  await page.goto('/sandbox');
  return page.locator(`article[id="${order?.session_id}"]`);
}

test('a pending payment keeps the order waiting, and a dispute shows on the order @desktop', async ({
  page,
  portal,
  account,
}, testInfo) => {
  const accountId = await findAccountId(portal, account.name);
  await startCheckout(page, account);
  await page.getByRole('checkbox', { name: /I agree to the terms/ }).check();
  await page.getByRole('button', { name: 'Pay later' }).click();
  await expect(page.getByRole('heading', { name: 'The payment is on its way' })).toBeVisible();
  await takeScreen(page, testInfo, 'sandbox-pay-later');
  const checkout = page.url();
  await expectOrder(page, 'Your bank is processing the payment');
  await visit(page, '/shop?payment=success');
  await expect(page.getByText('Your bank is still processing the payment.')).toBeVisible();
  await takeScreen(page, testInfo, 'shop-return-processing', { isWhole: true });
  await page.goto(checkout);
  await page.getByRole('button', { name: 'Let it succeed' }).click();
  await expectOrder(page, 'On its way to the game');

  const payment = await openSandbox(page, accountId, portal);
  await expectNoAxeViolations(page, 'the sandbox page');
  await takeScreen(page, testInfo, 'sandbox');
  await payment.getByRole('button', { name: 'Open a dispute' }).click();
  await expectOrder(page, 'Payment disputed');
  await (
    await openSandbox(page, accountId, portal)
  )
    .getByRole('button', { name: 'Lose the dispute' })
    .click();
  await expectOrder(page, 'Payment reversed by the bank');
});

test('a player who cancels returns unpaid, and finds the same checkout again @desktop', async ({
  page,
  portal,
  account,
}) => {
  await startCheckout(page, account);
  const checkout = page.url();
  await page.getByRole('link', { name: 'Cancel and return' }).click();
  await expect(page).toHaveURL(`${portal.origin}/shop?payment=cancel`);
  await hydrated(page);
  await expect(page.getByRole('heading', { name: 'Payment Canceled' })).toBeVisible();
  await followHeader(page, 'Donate');
  await page.getByRole('dialog').getByRole('button', { name: CATEGORY }).click();
  await page.getByRole('button', { name: `Pay now for ${PRODUCT}` }).click();
  await expect(page).toHaveURL(checkout);
});

test('a visitor finds a product in the public shop, and returns to it after signing in', async ({
  page,
  account,
}, testInfo) => {
  await visit(page, '/');
  await followHeader(page, 'Shop');
  await page.getByRole('link', { name: /^Clothing/ }).click();
  await expect(page.getByRole('heading', { level: 2 })).toBeFocused();
  await expectNoAxeViolations(page, 'a category of the public shop');
  await takeScreen(page, testInfo, 'store-category');
  await page.getByRole('link', { name: 'Sign in to buy Lanternfall Mantle' }).click();
  await signIn(page, account.name, account.password);
  const details = page.getByRole('dialog', { name: 'Lanternfall Mantle' });
  await expect(details.getByRole('button', { name: /^Pay now/ })).toBeVisible();
  await expectNoAxeViolations(page, 'the details of a product');
  await takeScreen(page, testInfo, 'store-details');
  await details.getByRole('button', { name: 'Close' }).click();
  await followHeader(page, 'Donate');
  await expect(page.getByRole('article', { name: 'Featured offer' }).last()).toBeVisible();
  await expectNoAxeViolations(page, 'the donation overlay');
  await takeScreen(page, testInfo, 'donations');
});

test('the return page says how the payment ended before any script runs @desktop', async ({
  browser,
  portal,
}) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  for (const [query, title] of [
    ['payment=success', 'Payment Successful'],
    ['payment=cancel', 'Payment Canceled'],
    ['payment=other', 'Shop'],
    ['', 'Shop'],
  ]) {
    await page.goto(`${portal.origin}/shop?${query}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '');
  }
  await page.close();
});

test('demo products show their own pictures, and those without one the default @desktop', async ({
  page,
}) => {
  const pictures: string[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/assets/images/shop/'))
      pictures.push(`${response.status()} ${response.headers()['content-type'] ?? ''}`);
  });
  await visit(page, '/shop');
  await page.getByRole('button', { name: 'Open the shop' }).click();
  await expect.poll(() => pictures.filter((answer) => answer === '200 image/png').length).toBeGreaterThan(1);
  expect(pictures.filter((answer) => !answer.startsWith('200'))).toEqual([]);
});
