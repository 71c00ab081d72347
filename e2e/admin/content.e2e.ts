import type { BrowserContext, Page } from '@playwright/test';
import sharp from 'sharp';
import { expectNoAxeViolations } from '#e2e/axe.ts';
import { gatePicture } from '#e2e/pictures.ts';
import type { Portal } from '#e2e/portal.ts';
import { takeScreen } from '#e2e/screens.ts';
import { type Account, expect, hydrated, startSession, test, visit } from '#e2e/test.ts';

const NEWS_AND_PATCH_NOTES = 7 * 11;
const TWITCH_DROPS = 13;

// Each test visits several pages and checks all of them with axe.
test.describe.configure({ timeout: 180_000 });

/** Signs the account in as staff of these sections. */
async function signInAsStaff(page: Page, portal: Portal, account: Account, webMgt: number): Promise<void> {
  await portal.sql('update accounts set web_mgt = $1 where user_name = $2', [webMgt, account.name]);
  await startSession(page, account.name, account.password);
}

/** Waits for the editor page: until then the list is shown, whose search field has the same labels. */
async function startText(page: Page, noun: string): Promise<void> {
  await page
    .getByRole('link', { name: `New ${noun}` })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: `New ${noun}` })).toBeVisible();
}

async function writeText(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Text' }).click();
  await page.keyboard.insertText(text);
}

/** What a visitor without any session reads. */
const visitorSees = (page: Page, path: string, text: string) =>
  expect.poll(async () => (await (await page.request.get(path)).text()).includes(text), {
    message: `${path} has ${text}`,
  });

const toast = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible();

async function openTab(context: BrowserContext, path: string): Promise<Page> {
  const tab = await context.newPage();
  await visit(tab, path);
  return tab;
}

test.describe('staff of news and patch notes', () => {
  test.beforeEach(({ page, portal, account }) => signInAsStaff(page, portal, account, NEWS_AND_PATCH_NOTES));

  test('publish an article with pictures, which is on the site immediately @phone', async ({
    page,
    complaints,
  }, testInfo) => {
    // The checker of accessibility tries to enter the preview, which runs no scripts.
    complaints.expect(/Blocked script execution in 'about:srcdoc'/);
    const title = `Lanternfall returns ${testInfo.project.name}`;
    await page.request.get('/news');
    await visit(page, '/admin');
    await expect(page).toHaveURL(/\/admin\/patch-notes$/);
    const menu = page.getByRole('navigation', { name: 'Admin' });
    expect(await menu.getByRole('link', { includeHidden: true }).allTextContents()).toEqual([
      'Today',
      'Patch Notes',
      'News',
    ]);

    await visit(page, '/admin/news');
    await expect(page.getByRole('link', { name: /^Edit / }).first()).toBeVisible();
    await expectNoAxeViolations(page, 'the list of articles');
    await takeScreen(page, testInfo, 'admin-news');

    await startText(page, 'article');
    await expect(page.getByLabel('Category')).toHaveValue('Updates');
    await page.getByLabel('Title').fill(title);
    await page.getByLabel('Snippet').fill('The lake lights up again.');
    await page.getByLabel('Cover picture').setInputFiles(await gatePicture());
    const preview = page.getByRole('img', { name: 'Cover picture: preview' });
    await expect(preview).toHaveJSProperty('naturalWidth', 1200);
    await writeText(page, '# What is new\n\nBoats of light on the **lake**.\n\n');
    const library = page.getByRole('dialog', { name: 'Picture library' });
    await page.getByRole('button', { name: 'Picture', exact: true }).click();
    await library.getByLabel('Upload pictures').setInputFiles(await gatePicture(640));
    await expect(library.getByRole('option', { selected: true })).toContainText('gate.png');
    await expectNoAxeViolations(page, 'the picture library');
    await takeScreen(page, testInfo, 'admin-picture-library');
    await library.getByRole('button', { name: 'Insert picture' }).click();
    const shown = page.getByRole('region', { name: 'Preview' });
    await expect(shown.getByRole('heading', { name: 'What is new' })).toBeVisible();
    // Without its own text it is decoration, and has no role.
    await shown.locator('img').scrollIntoViewIfNeeded();
    await expect(shown.locator('img')).toHaveJSProperty('naturalWidth', 640);
    await page.getByLabel('Status').selectOption('Published');
    await expectNoAxeViolations(page, 'the editor of articles');
    await takeScreen(page, testInfo, 'admin-article', { isWhole: true });

    await page.getByRole('button', { name: 'Preview' }).click();
    const site = page.frameLocator('iframe[title="The page as visitors will see it"]');
    await expect(site.locator('h1')).toHaveText(title);
    await page.getByRole('button', { name: 'Phone' }).click();
    await expect(site.getByText('Boats of light')).toBeVisible();
    await expectNoAxeViolations(page, 'the preview of an article');
    await takeScreen(page, testInfo, 'admin-article-preview');
    await page.getByRole('button', { name: 'Close' }).click();

    await page.getByLabel('Publish at').fill('2999-01-01T10:00');
    await page.getByRole('button', { name: 'Save' }).click();
    await toast(page, 'Article scheduled.');
    await expect(page.getByRole('table').getByText('Scheduled', { exact: true })).toBeVisible();
    await visitorSees(page, '/news', title).toBe(false);
    await page.getByRole('link', { name: `Edit ${title}` }).click();
    await page.getByRole('button', { name: 'Revisions' }).click();
    await expect(page.getByRole('region', { name: 'Changed fields' })).toContainText(title);
    await expectNoAxeViolations(page, 'the revisions of an article');
    await takeScreen(page, testInfo, 'admin-article-revisions');
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByLabel('Publish at').fill('');

    await page.getByRole('button', { name: 'Save' }).click();
    await toast(page, 'Article published.');
    await visitorSees(page, '/news', title).toBe(true);
    await expect(page).toHaveURL(/\/admin\/news$/);
    await startText(page, 'article');
    await page.getByRole('button', { name: 'Choose from the library' }).click();
    await library.getByRole('option', { name: 'gate.png' }).first().press('Enter');
    await expect(preview).toBeVisible();
    await page.getByRole('link', { name: 'Back to all articles' }).click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('link', { name: `View ${title} on the site` }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    const [cover, inText] = [0, 1].map((index) => page.getByRole('main').locator('img').nth(index));
    // In the width that the window needs, whether that is made already or not.
    await expect.poll(() => cover?.evaluate(loadedFrom)).toMatch(/-(480|720|1080)\.avif$/);
    await inText?.scrollIntoViewIfNeeded();
    await expect.poll(() => inText?.evaluate(loadedFrom)).toMatch(/\.webp$/);
    const html = await (await page.request.get(new URL(page.url()).pathname)).text();
    const card =
      /property="og:image" content="([^"]+\/api\/media\/[0-9a-f]{32}\.webp)"/.exec(html)?.[1] ?? '';
    const served = await page.request.get(card);
    expect([served.status(), served.headers()['content-type']]).toEqual([200, 'image/webp']);
    expect(await sharp(await served.body()).metadata()).not.toHaveProperty('exif');

    await deleteText(page, { list: '/admin/news', title, name: 'admin-news-delete' }, testInfo);
    await visitorSees(page, '/news', title).toBe(false);
  });

  test('write patch notes the same way @desktop', async ({ page, complaints }, testInfo) => {
    complaints.expect(/400/);
    const title = `Lantern light ${testInfo.project.name}`;
    await visit(page, '/admin/patch-notes');
    await expectNoAxeViolations(page, 'the list of patch notes');
    await takeScreen(page, testInfo, 'admin-patch-notes');
    await startText(page, 'patch note');
    await page.getByLabel('Version').fill('2.0.0');
    await page.getByLabel('Title').fill(title);
    await writeText(page, '- Lanterns burn longer.');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByLabel('Release date')).toHaveAttribute('aria-invalid', 'true');
    await page.getByLabel('Release date').fill('2026-12-01');
    await page.getByLabel('Status').selectOption('Published');
    await expectNoAxeViolations(page, 'the editor of patch notes');
    await takeScreen(page, testInfo, 'admin-patch-note', { isWhole: true });
    await page.getByRole('button', { name: 'Save' }).click();
    await toast(page, 'Patch note published.');
    await visitorSees(page, '/patch-notes', title).toBe(true);
    await deleteText(page, { list: '/admin/patch-notes', title, name: 'admin-patch-notes-delete' }, testInfo);
    await visitorSees(page, '/patch-notes', title).toBe(false);
  });

  test('lose no work to each other or to a closed tab @desktop', async ({
    page,
    portal,
    context,
    complaints,
  }, testInfo) => {
    complaints.expect(/409/);
    await visit(page, '/admin/news/1');
    const other = await openTab(context, '/admin/news/1');
    await other.getByLabel('Title').fill(`Saved first ${testInfo.project.name}`);
    await other.getByRole('button', { name: 'Save' }).click();
    await toast(other, 'Article published.');

    await page.getByLabel('Title').fill(`Saved second ${testInfo.project.name}`);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('row', { name: /^Title/ })).toContainText('Saved first');
    await expectNoAxeViolations(page, 'a conflict of editors');
    await takeScreen(page, testInfo, 'admin-article-conflict', { isWhole: true });
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await toast(page, 'Article published.');
    await expect(
      page.getByRole('link', { name: `Saved second ${testInfo.project.name}` }).first(),
    ).toBeVisible();

    await page.getByRole('link', { name: `Edit Saved second ${testInfo.project.name}` }).click();
    await page.getByRole('button', { name: 'Revisions' }).click();
    const revisions = page.getByRole('dialog', { name: 'Revisions' });
    await revisions.getByRole('list', { name: 'Revisions' }).getByRole('button').nth(1).click();
    await revisions.getByLabel('Compare with').selectOption('The text now: what restoring changes');
    const changed = revisions.getByRole('region', { name: 'Changed fields' });
    await expect(changed.getByRole('deletion')).toContainText('second');
    await expect(changed.getByRole('insertion')).toContainText('first');
    await expectNoAxeViolations(page, 'what restoring a revision changes');
    await takeScreen(page, testInfo, 'admin-article-restore');
    await revisions.getByRole('button', { name: 'Restore this revision' }).click();
    await toast(page, 'Revision restored.');
    expect(await portal.sql('select title from news where id = 1')).toEqual([
      { title: `Saved first ${testInfo.project.name}` },
    ]);

    await startText(other, 'article');
    await other.getByLabel('Title').fill('Half written');
    await other.getByRole('link', { name: 'Back to all articles' }).click();
    await expect(other.getByRole('dialog', { name: 'Unsaved changes' })).toBeVisible();
    await expectNoAxeViolations(other, 'the question about unsaved changes');
    await other.getByRole('button', { name: 'Cancel' }).click();
    await expect(other.getByText('Your draft is kept. Nobody else sees it.')).toBeVisible();
    await expect
      .poll(() => other.evaluate(() => JSON.stringify(localStorage)), { message: 'the draft is kept' })
      .toContain('Half written');
    await other.close();
    const later = await openTab(context, '/admin/news/new');
    await later.getByRole('button', { name: 'Restore' }).click();
    await expect(later.getByLabel('Title')).toHaveValue('Half written');
  });

  test('are refused in all other sections @desktop', async ({ page }) => {
    for (const section of ['users', 'twitch-drops', 'audit']) {
      await visit(page, `/admin/${section}`);
      await expect(
        page.getByText('You do not have sufficient permissions to access this admin section.'),
      ).toBeVisible();
    }
    const token = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').accessToken);
    const headers = { authorization: `Bearer ${token}` };
    const refused = await Promise.all([
      page.request.get('/api/admin/users', { headers }),
      page.request.put('/api/admin/users/1', { headers, data: {} }),
      page.request.post('/api/admin/banUser', { headers, data: {} }),
      page.request.get('/api/admin/userBenefits', { headers }),
      page.request.post('/api/admin/action', { headers, data: {} }),
      page.request.get('/api/admin/twitch/rewards', { headers }),
      page.request.delete('/api/admin/twitch/rewards/1', { headers }),
      page.request.get('/api/admin/audit', { headers }),
    ]);
    expect(refused.map((answer) => answer.status())).toEqual(refused.map(() => 403));
    expect((await page.request.get('/api/admin/content/news', { headers })).status()).toBe(200);
  });
});

type DeletedText = { list: string; title: string; name: string };

async function deleteText(
  page: Page,
  { list, title, name }: DeletedText,
  testInfo: Parameters<typeof takeScreen>[1],
): Promise<void> {
  await visit(page, list);
  await page.getByRole('button', { name: `Delete ${title}` }).click();
  const dialog = page.getByRole('dialog', { name: `Delete ${title}?` });
  await expect(dialog.getByText('This action cannot be undone.')).toBeVisible();
  await expectNoAxeViolations(page, 'the question about a deletion');
  await takeScreen(page, testInfo, name);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('link', { name: title, exact: true })).toHaveCount(0);
}

test('Twitch drops staff create a reward with a picture, edit and delete it @desktop', async ({
  page,
  portal,
  account,
}, testInfo) => {
  await signInAsStaff(page, portal, account, TWITCH_DROPS);
  await visit(page, '/admin/twitch-drops?tab=seasons');
  await page.getByRole('tab', { name: 'Rewards' }).click();
  await page.getByRole('button', { name: 'New reward' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New reward' });
  const title = `Ember cape ${testInfo.project.name}`;
  await dialog.getByLabel('Title').fill(title);
  await page.evaluate(() => window.history.back());
  await expect(dialog.getByText('You have unsaved changes. Discard them?')).toBeVisible();
  await expectNoAxeViolations(page, 'the question about a step back');
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await expect(dialog.getByLabel('Title')).toHaveValue(title);
  await expect(page).toHaveURL(/tab=rewards/);
  await dialog.getByLabel('Description').fill('It glows in the dark.');
  // The demo's season runs.
  await expect(dialog.getByLabel('Season').locator('option:checked')).toHaveText('Season Two (1)');
  await dialog.getByLabel('Required minutes').fill('150');
  await dialog.getByLabel('Item id').fill('4711');
  await dialog.getByLabel('Picture').setInputFiles(await gatePicture(800));
  await expect(dialog.getByRole('img', { name: 'Picture: preview' })).toHaveJSProperty('naturalWidth', 800);
  await expectNoAxeViolations(page, 'the window of a new reward');
  await takeScreen(page, testInfo, 'admin-reward');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await toast(page, 'Reward created.');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('2h 30m')).toBeVisible();
  await expectNoAxeViolations(page, 'the list of rewards');
  await takeScreen(page, testInfo, 'admin-twitch-drops');

  const row = page.getByRole('row').filter({ hasText: title });
  const address = await row.locator('img').getAttribute('src');
  expect((await page.request.get(address ?? '')).status()).toBe(200);
  await page.getByRole('button', { name: `Edit ${title}` }).click();
  await page.getByRole('dialog').getByLabel('Item quantity').fill('3');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(row.getByText(/^3 × .+ #4711$/)).toBeVisible();

  await page.getByRole('button', { name: `Delete ${title}` }).click();
  const question = page.getByRole('dialog', { name: `Delete ${title}?` });
  await expect(question).toContainText(
    'This action cannot be undone. The image file is also permanently deleted.',
  );
  await expectNoAxeViolations(page, 'the question about a reward');
  await takeScreen(page, testInfo, 'admin-reward-delete');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: `Edit ${title}` })).toHaveCount(0);
  await expect.poll(async () => (await page.request.get(address ?? '')).status()).toBe(404);
  await hydrated(page);
});

/** The address that a picture was loaded from; undefined while it isn't. */
function loadedFrom(image: Element): string | undefined {
  return image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0
    ? image.currentSrc
    : undefined;
}
