import type { Page } from '@playwright/test';
import { expectNoAxeViolations } from './support/axe.ts';
import { gatePicture } from './support/pictures.ts';
import type { Portal } from './support/portal.ts';
import { takeScreen } from './support/screens.ts';
import { addBundle } from './support/shoppers.ts';
import { expect, forgetSession, startSession, test, visit } from './support/test.ts';

// A portal of its own: what the owner sets here is on the landing page of every other test otherwise.
test.use({ portalEnv: { DEMO_CONTENT: 'off', BRAND_NAME: 'Emberfall' } });

const DAY_MS = 86_400_000;
const CAPTION = 'The gate at dusk';

/** What moves without the owner: an event of the coming days, a season and who streams in it, and a product. */
async function fillGame(portal: Portal): Promise<void> {
  await portal.sql(`insert into news (status, title, snippet, body, body_html, published_at, event_starts_at, event_ends_at)
    values ('published', 'Lanternfall', 'The lake lights up.', 'Boats.', '<p>Boats.</p>', now(),
            now() + interval '2 days', now() + interval '4 days'),
           ('published', 'A word from the keepers', 'What comes next.', 'Soon.', '<p>Soon.</p>', now(), null, null)`);
  await portal.sql(
    `insert into twitch_seasons (name, starts_at) values ('Season of Embers', now() - interval '1 day')`,
  );
  await portal.sql(`insert into twitch_rewards (title, description, required_minutes, season, type, item_id)
    select 'Lantern', 'It never goes out.', 60, id, 'viewer', 7 from twitch_seasons`);
  await portal.sql(`insert into accounts (user_name, email, password_hash)
    select 'Streamer_' || n, 'streamer_' || n || '@example.com', 'none' from generate_series(1, 4) n`);
  await portal.sql(`insert into twitch_links (account_id, twitch_user_id, login, display_name)
    select id, 'seeded' || id, lower(user_name), user_name from accounts where user_name like 'Streamer%'`);
  // Read an hour ahead, so that they stay live for the test. No sample follows: they are not among the approved.
  await portal.sql(`insert into drop_channels (account_id, is_live, is_eligible, seen_minute, observed_minute, title, viewers)
    select id, true, true, minute, minute, 'Into the mine', id * 3
    from accounts, (select extract(epoch from now() + interval '1 hour')::int / 60 as minute) soon
    where user_name like 'Streamer%'`);
  await addBundle(portal, 77_001);
}

/** A few of the site's own scenes beside the owner's picture, so that the row is wider than the window. */
async function fillGallery({ sql, origin }: Portal): Promise<void> {
  await sql(
    `insert into gallery_pictures (position, image_url, alt, caption, width, height)
     select 100 + n, $1 || '/brand/' || scene || '-landscape.avif', 'The scene ' || scene, '', 1600, 900
     from unnest(array['welcome', 'features', 'start', 'community']) with ordinality as scenes (scene, n)`,
    [origin],
  );
}

const gallery = (page: Page) => page.getByRole('list', { name: 'Pictures of the game' });
const pictures = (page: Page) => gallery(page).getByRole('button');
const scrolled = (page: Page) => gallery(page).evaluate(({ scrollLeft }) => Math.round(scrollLeft));

/** Until the row has stood still for half a second. */
async function untilRowRests(page: Page): Promise<void> {
  let before = Number.NaN;
  await expect
    .poll(
      async () => {
        const last = before;
        before = await scrolled(page);
        return before - last;
      },
      { intervals: [500] },
    )
    .toBe(0);
}

/** Moves the row as a finger does on a phone, or as a wheel does on a desk. */
async function moveRow(page: Page, isTouch: boolean): Promise<void> {
  const box = await pictures(page).first().boundingBox();
  if (!box) throw new Error('The gallery is not shown.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  if (isTouch) {
    const devtools = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
      devtools.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: at === undefined ? [] : [{ x: at, y }],
      });
    await touch('touchStart', x);
    for (let moved = 10; moved <= 260; moved += 25) await touch('touchMove', x - moved);
    // The finger rests before it leaves: otherwise the row goes on by itself, the further the faster this machine is.
    for (const moved of [261, 262, 261, 262]) {
      await page.waitForTimeout(100);
      await touch('touchMove', x - moved);
    }
    await touch('touchEnd');
    return;
  }
  await page.mouse.move(x, y);
  await page.mouse.wheel(400, 0);
}

test('what the owner sets at Admin → Site is on the landing page, among what happens now @phone', async ({
  page,
  portal,
  hasTouch,
}, testInfo) => {
  await fillGame(portal);
  const main = page.getByRole('main');

  await test.step('the owner sets a notice, an offer, requirements and a picture', async () => {
    await startSession(page, portal.owner.name, portal.owner.password);
    await visit(page, '/admin/site');
    await page.getByRole('textbox', { name: 'Notice' }).fill('We move to a bigger machine.');
    const end = new Date(Date.now() + DAY_MS).toISOString().slice(0, 16);
    await page.getByLabel('Expected end').fill(end);
    await page.getByLabel('Featured product').selectOption('Bundle');
    await page.getByRole('button', { name: 'Add a row' }).click();
    const row = page.getByRole('group', { name: 'Row 1' });
    await row.getByLabel('Name').fill('Memory');
    await row.getByLabel('Minimum').fill('4 GB');
    await row.getByLabel('Recommended').fill('8 GB');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await expect(page.getByText('Site settings saved.').first()).toBeVisible();

    await page.getByRole('button', { name: 'Add a picture' }).click();
    const dialog = page.getByRole('dialog', { name: 'New picture' });
    await dialog.getByLabel('Picture').setInputFiles(await gatePicture());
    await expect(dialog.getByRole('img', { name: 'Picture: preview' })).toHaveJSProperty(
      'naturalWidth',
      1200,
    );
    await dialog.getByLabel('Description').fill('A gate in front of a blue evening');
    await dialog.getByLabel('Caption').fill(CAPTION);
    await expectNoAxeViolations(page, 'the form of a picture');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByText('Picture added.').first()).toBeVisible();
    await expectNoAxeViolations(page, 'the site settings');
    await takeScreen(page, testInfo, 'admin-site', { isWhole: true });
  });

  await test.step('visitors see all of it', async () => {
    await fillGallery(portal);
    await forgetSession(page);
    await visit(page, '/');
    await expect(main.getByText(/We move to a bigger machine\..*Expected until/)).toBeVisible();
    await expect(main.getByRole('link', { name: '4 channels with drops' })).toBeVisible();
    // A phone has it in the card below alone.
    if (!hasTouch) await expect(main.getByRole('link', { name: /^Lanternfall in / })).toBeVisible();
    await expect(main.getByRole('heading', { name: 'Happening now' })).toBeVisible();
    await expect(main.getByRole('heading', { name: 'Lanternfall' })).toBeVisible();
    await expect(main.getByRole('status').filter({ hasText: /^Begins in/ })).toBeAttached();
    await expect(main.getByRole('heading', { name: 'A word from the keepers' })).toBeVisible();
    await expect(main.getByRole('heading', { name: 'Bundle' })).toBeVisible();
    await expect(main.getByRole('row', { name: 'Memory 4 GB 8 GB' })).toBeVisible();
    await expect(pictures(page)).toHaveCount(5);
    await expect(pictures(page).first()).toHaveAccessibleName(new RegExp(CAPTION));
    await expectNoAxeViolations(page, 'a landing page with everything');
    await takeScreen(page, testInfo, 'home-alive', { isWhole: true });
  });

  await test.step('the countdown runs', async () => {
    const clock = main.getByRole('article').filter({ hasText: 'Next event' }).locator('ul[aria-hidden]');
    const before = (await clock.textContent()) ?? '';
    await expect(clock).not.toHaveText(before);
  });

  await test.step('all live channels are shown on request', async () => {
    const channels = main.getByRole('article').filter({ hasText: 'Live now' }).getByRole('listitem');
    const streamers = channels.filter({ hasText: 'Streamer_' });
    await expect(streamers).toHaveCount(3);
    await main.getByRole('button', { name: 'All 4 channels' }).click();
    await expect(streamers).toHaveCount(4);
  });

  await test.step('the gallery moves by finger or wheel, by arrows and by keys', async () => {
    await gallery(page).evaluate((row) => row.scrollIntoView({ block: 'center', behavior: 'instant' }));
    expect(await scrolled(page)).toBeLessThan(20);
    await moveRow(page, hasTouch);
    await expect.poll(() => scrolled(page)).toBeGreaterThan(100);
    await untilRowRests(page);
    await pictures(page).first().focus();
    await page.keyboard.press('Home');
    await expect.poll(() => scrolled(page)).toBeLessThan(20);
    await page.getByRole('button', { name: 'Next picture' }).click();
    await expect.poll(() => scrolled(page)).toBeGreaterThan(100);
    await page.getByRole('button', { name: 'Previous picture' }).click();
    await expect.poll(() => scrolled(page)).toBeLessThan(20);
    await pictures(page).first().focus();
    await page.keyboard.press('ArrowRight');
    await expect(pictures(page).nth(1)).toBeFocused();
    await page.keyboard.press('End');
    await expect(pictures(page).last()).toBeFocused();
    await expect(pictures(page).last()).toBeInViewport({ ratio: 0.9 });
    await page.keyboard.press('Home');
    await expect(pictures(page).first()).toBeFocused();
  });

  await test.step('a picture opens large, the keys go on, and Back closes it', async () => {
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toHaveAccessibleName(CAPTION);
    await expect(dialog.getByText('1 of 5')).toBeVisible();
    await expectNoAxeViolations(page, 'a picture of the gallery');
    await takeScreen(page, testInfo, 'home-picture');
    await page.keyboard.press('ArrowRight');
    await expect(dialog.getByText('2 of 5')).toBeVisible();
    await dialog.getByRole('button', { name: 'Previous' }).click();
    await expect(dialog.getByText('1 of 5')).toBeVisible();
    await page.goBack();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(/\/$/);
    await expect(main.getByRole('heading', { name: 'Happening now' })).toBeAttached();
  });
});
