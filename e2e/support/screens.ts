import path from 'node:path';
import type { Page, TestInfo } from '@playwright/test';

const folder = path.resolve(import.meta.dirname, '../../test-results/screens');

/**
 * Keeps a picture for people to look at; nobody does in continuous integration, where it would only take time. With `isWhole`,
 * all of the page and not just the window.
 */
export async function takeScreen(
  page: Page,
  { project }: TestInfo,
  name: string,
  { isWhole = false } = {},
): Promise<void> {
  if (process.env.CI === 'true') return;
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({
    path: path.join(folder, `${name}.${project.name}.png`),
    fullPage: isWhole,
    animations: 'disabled',
    scale: 'css',
  });
}
