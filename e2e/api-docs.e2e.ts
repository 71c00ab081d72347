import { expect, test } from './support/test.ts';

test('the API page lists every endpoint with its access, without console errors @any-size', async ({
  page,
  request,
}) => {
  const listed: { paths: Record<string, Record<string, { summary: string }>> } = await (
    await request.get('/api/docs/json')
  ).json();
  const summaries = Object.values(listed.paths).flatMap((operations) =>
    Object.values(operations).map(({ summary }) => summary),
  );
  await page.goto('/api/docs');
  await expect(page).toHaveTitle('Waygate API');
  for (const summary of summaries) await expect(page.getByText(summary, { exact: true })).toBeVisible();
  await page.getByText('Published articles, newest first.').click();
  await expect(page.getByRole('heading', { name: 'Responses' })).toBeVisible();
});
