import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { expectNoAxeViolations } from './support/axe.ts';
import { createGame } from './support/game.ts';
import type { Portal } from './support/portal.ts';
import { takeScreen } from './support/screens.ts';
import {
  type Account,
  expect,
  findAccountId,
  newAccount,
  openAccount,
  registerAccount,
  signIn,
  startSession,
  test,
  visit,
} from './support/test.ts';

// A minute of drops takes two seconds.
test.use({ portalEnv: { DROPS_TICK_SECONDS: '2', DEMO_CONTENT: 'off' } });

const LANTERN = { itemId: 77_001, itemQuantity: 2 };
const COUNTED_WITHIN_MS = 180_000;
const OVERLAP = 'Another season runs at that time. Please end it first.';

/** Sets up a season by hand, and finds out that there is room for one alone. */
async function setUpSeason(page: Page): Promise<void> {
  await visit(page, '/admin/twitch-drops?tab=seasons');
  await page.getByRole('button', { name: 'New season' }).click();
  const dialog = page.getByRole('dialog', { name: 'New season' });
  await dialog.getByLabel('Name').fill('Season of Embers');
  await dialog.getByLabel('Starts').fill('2026-01-01T00:00:00');
  await expectNoAxeViolations(page, 'the form of a season');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Season of Embers' })).toContainText('Running');
  await page.getByRole('button', { name: 'New season' }).click();
  await dialog.getByLabel('Name').fill('Season of Frost');
  await dialog.getByLabel('Starts').fill('2027-01-01T00:00:00');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(OVERLAP);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Discard changes' }).click();
}

type NewReward = { title: string; type: 'viewer' | 'streamer'; requiredMinutes: number };

async function createReward(page: Page, portal: Portal, reward: NewReward): Promise<void> {
  const [season] = await portal.sql<{ id: number }>('select id from twitch_seasons');
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').accessToken);
  const answer = await page.request.post('/api/admin/twitch/rewards', {
    headers: { authorization: `Bearer ${token}` },
    multipart: { ...reward, ...LANTERN, season: season?.id ?? 0, description: 'It never goes out.' },
  });
  expect(answer.status(), await answer.text()).toBeLessThan(300);
}

/** A player of their own, at the profile. */
async function openPlayer(
  browser: Browser,
  portal: Portal,
  request: APIRequestContext,
): Promise<{ account: Account; page: Page }> {
  const account = newAccount();
  await registerAccount(request, account);
  await portal.sql('update accounts set email_confirmed_at = now() where user_name = $1', [account.name]);
  const page = await (await browser.newContext()).newPage();
  // Only what the test lets pass, on top of the time that passes: a poll is a minute away otherwise.
  await page.clock.install();
  await startSession(page, account.name, account.password);
  await visit(page, '/profile');
  return { account, page };
}

/** Runs the OAuth flow at the simulated Twitch as a new user. */
async function linkAs(page: Page, login: string, button: string): Promise<void> {
  await openAccount(page);
  await page.getByRole('button', { name: button }).first().click();
  await expect(page.getByRole('heading', { name: /^Authorize/ })).toBeVisible();
  await page.getByRole('radio', { name: 'Somebody new' }).check();
  await page.getByLabel('Name of somebody new').fill(login);
  await page.getByRole('button', { name: 'Authorize' }).click();
  await openAccount(page);
  await expect(page.getByText(`Linked with ${login} on Twitch.`).filter({ visible: true })).toBeVisible();
  await page.keyboard.press('Escape');
}

/** Presses a button of somebody on the simulated Twitch's page. */
async function steer(page: Page, login: string, button: string): Promise<void> {
  await page.goto('/sandbox/twitch/control');
  await page.getByRole('article', { name: login }).getByRole('button', { name: button }).click();
  await expect(page).toHaveURL(/control/);
}

/** Lets minutes of the page's own clock pass, so that it polls, until it shows what is expected. */
async function untilPolled(page: Page, shown: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(60_000);
    await shown();
  }).toPass({ timeout: COUNTED_WITHIN_MS });
}

const cardOf = (page: Page, title: string) => page.getByRole('article', { name: title });

test('an empty portal gets a season, a streamer and a viewer, delivers a reward in the game, and deletes data on unlink @desktop', async ({
  page: staff,
  portal,
  browser,
  request,
  complaints,
}, testInfo) => {
  test.setTimeout(600_000);
  // The season that overlaps another.
  complaints.expect(/409 \(Conflict\)/);
  const game = await createGame(portal);
  await signIn(staff, portal.owner.name, portal.owner.password);

  await test.step('the owner sets up a season and its rewards', async () => {
    await setUpSeason(staff);
    await expectNoAxeViolations(staff, 'the seasons');
    await takeScreen(staff, testInfo, 'drops-admin-seasons', { isWhole: true });
    await createReward(staff, portal, { title: 'Lantern', type: 'viewer', requiredMinutes: 1 });
    await createReward(staff, portal, { title: 'Ember cloak', type: 'viewer', requiredMinutes: 3 });
    await createReward(staff, portal, { title: 'Crown of coals', type: 'viewer', requiredMinutes: 300 });
    await createReward(staff, portal, { title: 'Herald banner', type: 'streamer', requiredMinutes: 2 });
  });

  const streamer = await openPlayer(browser, portal, request);
  await test.step('a player asks to earn by streaming, and is approved', async () => {
    await linkAs(streamer.page, 'ember_live', 'Earn by streaming');
    await streamer.page.getByRole('tab', { name: 'Streamer Drops' }).click();
    await expect(streamer.page.getByRole('tabpanel').getByRole('status').first()).toContainText(
      'Our team is reviewing your channel',
    );
    await expectNoAxeViolations(streamer.page, 'the drops of a streamer who waits');
    await takeScreen(streamer.page, testInfo, 'drops-streamer-pending', { isWhole: true });
    await visit(staff, '/admin/twitch-drops?tab=streamers');
    await expectNoAxeViolations(staff, 'the streamers');
    await takeScreen(staff, testInfo, 'drops-admin-streamers', { isWhole: true });
    await staff.getByRole('button', { name: `Approve ${streamer.account.name}` }).click();
    const question = staff.getByRole('dialog', { name: `Approve ${streamer.account.name}` });
    await expectNoAxeViolations(staff, 'the approval of a streamer');
    await question.getByRole('button', { name: 'Approve' }).click();
    await expect(staff.getByText(`${streamer.account.name} approved.`)).toBeVisible();
    // The button that was pressed is gone: keyboard focus stays at the list.
    await expect(staff.getByRole('region', { name: 'Streamers' })).toBeFocused();
  });

  const viewer = await openPlayer(browser, portal, request);
  const tab = viewer.page.getByRole('tabpanel');
  const bar = tab.getByRole('progressbar', { name: 'Progress to the last reward' });
  await test.step('another player links as a viewer, and reads why nothing counts', async () => {
    await viewer.page.getByRole('tab', { name: 'Viewer Drops' }).click();
    await expect(tab).toContainText('Please link your Twitch account to participate in drops.');
    await expectNoAxeViolations(viewer.page, 'the drops of a player without Twitch');
    await takeScreen(viewer.page, testInfo, 'drops-unlinked', { isWhole: true });
    await linkAs(viewer.page, 'lumen_view', 'Link with Twitch');
    await viewer.page.getByRole('tab', { name: 'Viewer Drops' }).click();
    await untilPolled(viewer.page, () =>
      expect(tab).toContainText('No participating channel is live.', { timeout: 2000 }),
    );
  });

  await test.step('the streamer goes live, the viewer joins the chat, and the bar moves', async () => {
    await steer(staff, 'ember_live', 'Go live');
    await untilPolled(viewer.page, () =>
      expect(tab).toContainText("You're not in the chat of a participating channel", { timeout: 2000 }),
    );
    await expect(tab.getByRole('link', { name: 'ember_live' })).toBeVisible();
    await expectNoAxeViolations(viewer.page, 'the drops of a viewer who is not in a chat');
    await takeScreen(viewer.page, testInfo, 'drops-not-present', { isWhole: true });
    await steer(staff, 'lumen_view', 'Join the chat');
    await untilPolled(viewer.page, () =>
      expect(tab).toContainText('Counting now on ember_live', { timeout: 2000 }),
    );
    const before = Number(await bar.getAttribute('value'));
    await untilPolled(viewer.page, async () =>
      expect(Number(await bar.getAttribute('value'))).toBeGreaterThan(before),
    );
    await untilPolled(viewer.page, () =>
      expect(cardOf(viewer.page, 'Ember cloak').getByText('Available')).toBeVisible({ timeout: 2000 }),
    );
    await expectNoAxeViolations(viewer.page, 'the drops of a viewer who earns');
    await takeScreen(viewer.page, testInfo, 'drops-counting', { isWhole: true });
  });

  const viewerId = await findAccountId(portal, viewer.account.name);
  await test.step('what is claimed arrives in the game once', async () => {
    await cardOf(viewer.page, 'Lantern').getByRole('button', { name: 'Claim' }).click();
    await expect(cardOf(viewer.page, 'Lantern').getByText('Claimed')).toBeVisible();
    await expect(tab.getByText('Reward claimed!')).toBeVisible();
    await game.play();
    expect(game.inventory(viewerId)).toEqual(['item 77001 × 2']);
    await tab.getByRole('button', { name: 'Claim All' }).click();
    await expect(tab.getByText('Claimed 1 reward(s).')).toBeVisible();
    await expect(tab.getByRole('button', { name: 'Claim All' })).toBeFocused();
    await game.play();
    expect(game.inventory(viewerId)).toEqual(['item 77001 × 4']);
    await tab.getByRole('button', { name: /^Claimed/ }).click();
    await expect(tab.getByRole('article')).toHaveCount(2);
    await expectNoAxeViolations(viewer.page, 'the claimed rewards');
    await takeScreen(viewer.page, testInfo, 'drops-claimed', { isWhole: true });
  });

  await test.step('the streamer earns as well', async () => {
    await streamer.page.reload();
    await streamer.page.getByRole('tab', { name: 'Streamer Drops' }).click();
    await untilPolled(streamer.page, () =>
      expect(streamer.page.getByRole('tabpanel')).toContainText('Counting now', { timeout: 2000 }),
    );
    await takeScreen(streamer.page, testInfo, 'drops-streamer', { isWhole: true });
  });

  await test.step('staff see the health of the samples, and put minutes right', async () => {
    await visit(staff, '/admin/twitch-drops?tab=health');
    await expect(staff.getByRole('table', { name: 'Channels' })).toContainText('ember_live');
    await expect(staff.getByRole('table', { name: 'The newest samples' })).toBeVisible();
    await expectNoAxeViolations(staff, 'the health of the samples');
    await takeScreen(staff, testInfo, 'drops-admin-health');
    await visit(staff, `/admin/users/${viewerId}`);
    await staff.getByRole('tab', { name: 'Drops' }).click();
    await staff.getByRole('button', { name: 'Correct minutes' }).click();
    const dialog = staff.getByRole('dialog', { name: 'Correct minutes' });
    await dialog.getByLabel('Minutes').fill('150');
    await dialog.getByLabel('Reason').fill('An outage on Sunday');
    await expectNoAxeViolations(staff, 'the correction of minutes');
    await takeScreen(staff, testInfo, 'drops-admin-correction');
    await dialog.getByRole('button', { name: 'Correct minutes' }).click();
    await expect(staff.getByText('Minutes corrected.')).toBeVisible();
    await expect(staff.getByRole('table', { name: 'Minutes by season' })).toContainText('+150 min');
    await expectNoAxeViolations(staff, 'the drops of an account');
    await takeScreen(staff, testInfo, 'drops-admin-account', { isWhole: true });
    await visit(staff, '/admin/twitch-drops?tab=accounts');
    await staff.getByLabel('Account id or username').fill(viewer.account.name.toUpperCase());
    await staff.keyboard.press('Enter');
    await expect(staff.getByRole('heading', { name: viewer.account.name })).toBeFocused();
    await expect(staff).toHaveURL(new RegExp(`account=${viewerId}$`));
    await expect(staff.getByRole('table', { name: 'Minutes by season' })).toContainText('+150 min');
    await expectNoAxeViolations(staff, 'the account that was found');
    await takeScreen(staff, testInfo, 'drops-admin-found', { isWhole: true });
  });

  await test.step('which the player sees at the next look', async () => {
    await tab.getByRole('button', { name: /^All/ }).click();
    await untilPolled(viewer.page, async () =>
      expect(Number(await bar.getAttribute('value'))).toBeGreaterThan(50),
    );
    await takeScreen(viewer.page, testInfo, 'drops-halfway');
  });

  await test.step('a chat that Twitch does not show is named', async () => {
    await staff.goto('/sandbox/twitch/control');
    await expectNoAxeViolations(staff, 'the control page of the simulated Twitch');
    await takeScreen(staff, testInfo, 'drops-simulated-twitch', { isWhole: true });
    await staff.getByLabel('Calls of').selectOption('chatters');
    await staff.getByLabel('What goes wrong').selectOption('503');
    await staff.getByRole('button', { name: 'Let it fail' }).click();
    await untilPolled(viewer.page, () =>
      expect(tab).toContainText("We can't read the chat of ember_live right now", { timeout: 2000 }),
    );
    await expectNoAxeViolations(viewer.page, 'the drops of a viewer whose chat is unread');
    await takeScreen(viewer.page, testInfo, 'drops-unread', { isWhole: true });
  });

  await test.step('the streamer stops, and keeps the minutes', async () => {
    await openAccount(streamer.page);
    await streamer.page.getByRole('button', { name: 'Stop streaming' }).click();
    const dialog = streamer.page.getByRole('dialog', { name: 'Stop streaming' });
    await expect(dialog).toContainText('You keep your Twitch link, your minutes and your rewards.');
    await expectNoAxeViolations(streamer.page, 'the question before streaming is stopped');
    await takeScreen(streamer.page, testInfo, 'drops-stop-streaming');
    await dialog.getByRole('button', { name: 'Stop streaming' }).click();
    await expect(streamer.page.getByText("You've stopped streaming. Your minutes stay.")).toBeVisible();
    await expect(streamer.page.getByRole('button', { name: 'Unlink Twitch' })).toBeFocused();
    await expectNoAxeViolations(streamer.page, 'the profile of a streamer who has stopped');
    await takeScreen(streamer.page, testInfo, 'drops-stopped', { isWhole: true });
    const [left] = await portal.sql(
      `select (select count(*)::int from twitch_streamers) as streamers,
              (select minutes > 0 from drop_totals where kind = 'streamer') as minutes`,
    );
    expect(left).toEqual({ streamers: 0, minutes: true });
  });

  await test.step('an unlink deletes identity and minutes, and keeps the claims', async () => {
    await openAccount(viewer.page);
    await viewer.page.getByRole('button', { name: 'Unlink Twitch' }).click();
    const dialog = viewer.page.getByRole('dialog', { name: 'Unlink Twitch' });
    await expect(dialog).toContainText('all your watch and stream minutes');
    await expectNoAxeViolations(viewer.page, 'the question before an unlink');
    await takeScreen(viewer.page, testInfo, 'drops-unlink');
    await dialog.getByRole('button', { name: 'Unlink', exact: true }).click();
    await expect(viewer.page.getByText('Twitch unlinked successfully!')).toBeVisible();
    await expect(viewer.page.getByRole('button', { name: 'Link with Twitch' }).first()).toBeFocused();
    await expect(tab).toContainText('Please link your Twitch account to participate in drops.');
    const [left] = await portal.sql(
      `select (select count(*)::int from twitch_links where account_id = $1) as links,
              (select count(*)::int from drop_totals where account_id = $1) as totals,
              (select count(*)::int from drop_minutes where account_id = $1) as minutes,
              (select count(*)::int from drop_claims where account_id = $1) as claims`,
      [viewerId],
    );
    expect(left).toEqual({ links: 0, totals: 0, minutes: 0, claims: 2 });
  });
  await game.remove();
});
