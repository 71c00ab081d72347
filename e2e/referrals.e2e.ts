import type { Page } from '@playwright/test';
import { answered, expect, followHeader, newAccount, test, visit } from './support/test.ts';

const CAMPAIGN = 'utm_source=youtube&utm_medium=video&utm_campaign=autumn&utm_content=';

type Referral = { viewer_id: string; landing_url: string; source: string; medium: string; content: string };

/** Counts the calls of the tracking endpoint that this page makes. */
function countHits(page: Page): { answers: number[] } {
  const answers: number[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/api/v1/tracking/referral-hit')) answers.push(response.status());
  });
  return { answers };
}

test('only a visit from a video campaign with a content is recorded @desktop', async ({ page, portal }) => {
  const hits = countHits(page);
  const content = newAccount().name;
  for (const query of [
    '',
    '?utm_source=youtube',
    `?utm_source=twitch&utm_content=${content}`,
    `?utm_content=${content}`,
  ]) {
    await visit(page, `/news${query}`);
  }
  await followHeader(page, 'Home');
  await answered(page);
  expect(hits.answers).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem('initialReferral'))).toBeNull();

  await visit(page, `/news?${CAMPAIGN}${content}`);
  await expect.poll(() => hits.answers).toEqual([204]);
  const rows = await portal.sql<Referral>('select * from referrals where content = $1', [content]);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ source: 'youtube', medium: 'video' });
  expect(rows[0]?.landing_url).toContain('/news?');
});

test('the same visitor on the same page is one record a day @desktop', async ({ page, portal }) => {
  const hits = countHits(page);
  const content = newAccount().name;
  for (let visits = 0; visits < 3; visits++) {
    await visit(page, `/?${CAMPAIGN}${content}`);
    await expect.poll(() => hits.answers).toHaveLength(visits + 1);
  }
  await expect
    .poll(async () => (await portal.sql('select 1 from referrals where content = $1', [content])).length)
    .toBe(1);
});

test('a registration is linked to the first referral, which is then forgotten @desktop', async ({
  page,
  portal,
}) => {
  const hits = countHits(page);
  const account = newAccount();
  const content = newAccount().name;
  await visit(page, `/?${CAMPAIGN}${content}`);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('initialReferral'))).toContain(content);
  await expect.poll(() => hits.answers).toEqual([204]);
  await visit(page, `/news?${CAMPAIGN}${content}-later`);
  await expect.poll(() => hits.answers).toEqual([204, 204]);
  await followHeader(page, 'Register');
  const form = page.getByRole('main');
  await form.getByLabel('Username').fill(account.name);
  await form.getByLabel('Email').fill(account.email);
  await form.getByLabel('Password', { exact: true }).fill(account.password);
  await form.getByLabel('Confirm Password', { exact: true }).fill(account.password);
  await form.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('status').first()).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('initialReferral'))).toBeNull();
  const linked = await portal.sql<Referral>(
    'select referrals.* from accounts join referrals on referrals.id = referral_id where user_name = $1',
    [account.name],
  );
  expect(linked.map((referral) => referral.content)).toEqual([content]);
});

test('a stored referral that cannot be read is ignored @desktop', async ({ page, complaints }) => {
  complaints.expect(/referral/i);
  const account = newAccount();
  await visit(page, '/register');
  await page.evaluate(() => localStorage.setItem('initialReferral', '{broken'));
  const form = page.getByRole('main');
  await form.getByLabel('Username').fill(account.name);
  await form.getByLabel('Email').fill(account.email);
  await form.getByLabel('Password', { exact: true }).fill(account.password);
  await form.getByLabel('Confirm Password', { exact: true }).fill(account.password);
  await form.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('status').first()).toBeVisible();
  await expect.poll(() => complaints.all.length, 'an error is logged').toBeGreaterThan(0);
});
