import { expect, type Page, type TestInfo } from '@playwright/test';
import { expectNoAxeViolations } from './axe.ts';
import { takeScreen } from './screens.ts';

/** Holds what is shown against WCAG, and keeps a picture of it. */
export async function look(
  page: Page,
  testInfo: TestInfo,
  name: string,
  options?: { isWhole: boolean },
): Promise<void> {
  await expectNoAxeViolations(page, name);
  await takeScreen(page, testInfo, name, options);
}

/** Nothing makes the page scroll sideways. */
export async function expectNoSideScroll(page: Page, where: string): Promise<void> {
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    `nothing of ${where} sticks out sideways`,
  ).toBeLessThanOrEqual(0);
}

/** Holds what is shown against WCAG, and its width against the window. */
export async function expectSound(page: Page, where: string): Promise<void> {
  await expectNoAxeViolations(page, where);
  await expectNoSideScroll(page, where);
}
