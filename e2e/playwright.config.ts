import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findChromium } from './support/chromium.ts';

// One pixel a point: four, as phones have, show nothing else and take most of the drawing's time.
const TOUCHES = { hasTouch: true, isMobile: true, deviceScaleFactor: 1 };

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: '../test-results/e2e',
  globalSetup: './global-setup.ts',
  // Each worker runs its own browser, portal and PostgreSQL, which keep a core busy: one more than there are cores takes longer.
  workers: Math.max(2, availableParallelism()),
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // Only a failure waits this long: a slow machine takes a minute for what a quiet one does in fifteen seconds.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: '../test-results/playwright.json' }]],
  use: {
    launchOptions: await findChromium(),
    actionTimeout: 20_000,
    navigationTimeout: 40_000,
    // Without the film, which costs as much as many a journey: a failure keeps the page before and after each step. Nobody
    // opens one in continuous integration, which prints what was expected and what was called.
    trace: { mode: process.env.CI === 'true' ? 'off' : 'retain-on-failure', screenshots: false },
    // What moves is drawn again and again. A journey that is about motion asks for it.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-GB',
    timezoneId: 'Europe/Athens',
  },
  // Pages are looked at in both windows. What people do on them runs in one: in the phone's with @phone in the title, in the
  // wide one with @desktop.
  projects: [
    { name: 'desktop', grepInvert: /@phone/, use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      // Nothing in these depends on the size of the window.
      testIgnore: ['durability.e2e.ts', 'purchases*.e2e.ts'],
      grepInvert: /@desktop/,
      use: { viewport: { width: 390, height: 844 }, ...TOUCHES },
    },
  ],
});
