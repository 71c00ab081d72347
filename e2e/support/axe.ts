import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Holds the page, with whatever dialog is open on it, against WCAG 2.2 AA and good practice. */
export async function expectNoAxeViolations(page: Page, where: string): Promise<void> {
  await settleMotion(page);
  const { violations } = await new AxeBuilder({ page })
    // What passes is looked at all the same, but not described. No page has a frame that would need the other mode.
    .options({ resultTypes: ['violations'] })
    .withTags(RULES)
    .setLegacyMode()
    .analyze();
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    at: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary ?? ''}`),
  }));
  expect(found, `accessibility of ${where}`).toEqual([]);
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
