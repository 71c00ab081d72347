import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

const OPTIONS = {
  // What passes is looked at all the same, but not described.
  resultTypes: ['violations'],
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
} satisfies axe.RunOptions;

/** Holds the page, with whatever dialog is open on it, against WCAG 2.2 AA and good practice. */
export async function expectNoAxeViolations(page: Page, where: string): Promise<void> {
  await settleMotion(page);
  const violations = await findViolations(page);
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    at: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary ?? ''}`),
  }));
  expect(found, `accessibility of ${where}`).toEqual([]);
}

/** Loads axe once for each document: the package for this would load it for each look, which takes as long as the look. */
async function findViolations(page: Page): Promise<axe.Result[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (options) => {
    const { violations } = await (window as typeof window & { axe: typeof axe }).axe.run(document, options);
    return violations;
  }, OPTIONS);
}

/** Half-faded text has too little contrast for a moment. What moves for decoration alone may go on. */
async function settleMotion(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect, timeline, playState }) => {
        const target = effect instanceof KeyframeEffect ? effect.target : null;
        const isDecoration = target?.closest('[aria-hidden="true"]') !== null;
        const isEnding = timeline === document.timeline && playState === 'running';
        return isEnding && !isDecoration && effect?.getComputedTiming().iterations !== Infinity;
      })
      .map(({ finished }) => finished.catch(() => {}));
    await Promise.all(ending);
  });
}
