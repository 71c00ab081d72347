import type { Page } from '@playwright/test';
import { expect, newAccount, startSession, test, visit } from './support/test.ts';

declare global {
  /** Set by whatever gets to run that should not. */
  var stolen: string[] | undefined;
}

const PAYLOADS = [
  '<img src=x onerror="(globalThis.stolen??=[]).push(1)">',
  '<script>(globalThis.stolen??=[]).push(2)</script>',
  '"><svg onload="(globalThis.stolen??=[]).push(3)">',
  "javascript:alert('4')",
  '</script><script>alert(5)</script>',
  '{{constructor.constructor("alert(6)")()}}',
];

const HOSTILE_MARKDOWN = [
  ...PAYLOADS,
  '[click](javascript:alert(7))',
  '[click](JaVaScRiPt:alert(8))',
  '[click](data:text/html,<script>alert(9)</script>)',
  '![picture](x"onerror="alert(10))',
  '<a href="https://example.test" onclick="alert(11)">raw</a>',
  '<iframe src="javascript:alert(12)"></iframe>',
  '[fine](https://example.test/page)',
].join('\n\n');

/** Attributes whose value is opened or run. */
const ADDRESSES = ['href', 'src', 'srcset', 'action', 'formaction', 'data', 'xlink:href', 'srcdoc'];

async function expectNothingRan(page: Page): Promise<void> {
  expect(await page.evaluate(() => globalThis.stolen), 'nothing has run').toBeUndefined();
  const dangerous = await page.evaluate(
    (addresses) =>
      [...document.querySelectorAll('*')].flatMap((element) =>
        [...element.attributes]
          .filter(
            ({ name, value }) =>
              name.startsWith('on') ||
              (addresses.includes(name) && /^\s*(javascript|data:text)/i.test(value)),
          )
          // What React puts in the place of such an address: it does nothing.
          .filter(({ value }) => !value.startsWith("javascript:throw new Error('React has blocked"))
          .map(({ name, value }) => `${element.tagName} ${name}=${value}`),
      ),
    ADDRESSES,
  );
  expect(dangerous).toEqual([]);
}

test('texts in the address of the profile run nothing and are removed from it @desktop', async ({
  page,
  account,
}) => {
  await startSession(page, account.name, account.password);
  for (const payload of PAYLOADS) {
    for (const kind of ['message', 'error']) {
      await visit(page, `/profile?${kind}=${encodeURIComponent(payload)}&tab=chars`);
      await expect(page).not.toHaveURL(new RegExp(`${kind}=`));
      await expect(page.getByText(payload)).toBeVisible();
      await expectNothingRan(page);
    }
  }
});

test('texts in the address of the sign-in page are not shown @desktop', async ({ page }) => {
  for (const payload of PAYLOADS) {
    await visit(page, `/login?error=${encodeURIComponent(payload)}`);
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText(payload)).toHaveCount(0);
    await expectNothingRan(page);
  }
});

test('an oversized notice does not break the page', async ({ page }) => {
  await visit(page, `/login?message=${'x'.repeat(5000)}`);
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
  ).toBe(true);
});

test('names and addresses with markup are refused with a message @desktop', async ({ page, request }) => {
  for (const payload of PAYLOADS) {
    const { email, password } = newAccount();
    const asName = await request.post('/api/auth/register', { data: { username: payload, email, password } });
    expect(asName.status()).toBe(400);
    expect(await asName.json()).toMatchObject({ code: 'validation_failed', message: expect.any(String) });
    const asEmail = await request.post('/api/auth/register', {
      data: { username: newAccount().name, email: `${payload}@example.test`, password },
    });
    expect([400, 200, 201]).toContain(asEmail.status());
  }
  await visit(page, '/register');
  await expectNothingRan(page);
});

test('a stored session full of markup stays text @desktop', async ({ page, complaints }) => {
  complaints.expect(/401/);
  await page.addInitScript((name) => {
    if (sessionStorage.getItem('stored')) return;
    sessionStorage.setItem('stored', 'yes');
    localStorage.setItem(
      'user',
      JSON.stringify({ accessToken: 'x'.repeat(43), userName: name, email: name, webMgt: name }),
    );
  }, PAYLOADS[0]);
  await visit(page, '/');
  await expectNothingRan(page);
  await page.goto('/profile');
  await expect(page).toHaveURL(/\/login/);
  await expectNothingRan(page);
});

test('articles and patch notes with markup in every field stay text, in pages, feeds and cards @desktop', async ({
  page,
  portal,
  request,
  complaints,
}) => {
  complaints.expect(/Failed to load resource|Content Security Policy|ERR_/);
  const title = `</title>${PAYLOADS[1]}${PAYLOADS[0]}`;
  const html = await renderedMarkdown(HOSTILE_MARKDOWN);
  const [article] = await portal.sql<{ id: number }>(
    `insert into news (status, title, snippet, body, body_html, category, image_url, published_at)
     values ('published', $1, $2, $3, $4, $5, $6, now()) returning id`,
    [title, PAYLOADS[2], HOSTILE_MARKDOWN, html, PAYLOADS[0], "javascript:alert('image')"],
  );
  const [patchNote] = await portal.sql<{ id: number }>(
    `insert into patch_notes (status, version, title, body, body_html, release_date, published_at)
     values ('published', $1, $2, $3, $4, '2026-01-01', now()) returning id`,
    [PAYLOADS[0], title, HOSTILE_MARKDOWN, html],
  );
  try {
    const paths = ['/news', `/news/${article?.id}`, '/patch-notes', `/patch-notes/${patchNote?.id}`];
    await expect
      .poll(async () => (await request.get(paths[0] ?? '')).text(), 'the change is seen')
      .toContain('globalThis.stolen');
    for (const path of paths) {
      await visit(page, path);
      await expect(page.getByText('globalThis.stolen').first()).toBeVisible();
      await expectNothingRan(page);
      const source = await (await request.get(path)).text();
      expect(source).not.toContain('<script>(globalThis');
      expect(source).not.toContain('<img src=x');
    }
    await visit(page, `/news/${article?.id}`);
    await expect(page.getByRole('link', { name: 'fine' })).toHaveAttribute('rel', /noopener/);
    expect(await page.getByRole('main').locator('iframe, script').count()).toBe(0);
  } finally {
    await portal.sql('delete from news where id = $1', [article?.id]);
    await portal.sql('delete from patch_notes where id = $1', [patchNote?.id]);
  }
  await expect
    .poll(async () => (await request.get('/news')).text(), 'the change is seen')
    .not.toContain('globalThis.stolen');
});

test('pages send their security headers @desktop', async ({ request }) => {
  const headers = (await request.get('/')).headers();
  expect(headers['x-content-type-options']).toBe('nosniff');
  const policy = headers['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'self'");
  expect(/script-src([^;]*)/.exec(policy)?.[1]).not.toMatch(/unsafe-(inline|eval)/);
  expect(policy).toMatch(/frame-ancestors '(self|none)'/);
});

/** What the portal itself makes of this text when it is saved. */
async function renderedMarkdown(markdown: string): Promise<string> {
  const module = '../apps/server/src/platform/markdown/markdown-to-html.ts';
  const { markdownToHtml }: { markdownToHtml: (text: string) => string } = await import(module);
  return markdownToHtml(markdown);
}
