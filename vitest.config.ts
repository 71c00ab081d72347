import path from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    reporters: ['default'],
    projects: [
      {
        test: {
          name: 'contract',
          root: 'packages/contract',
          include: ['src/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'server',
          root: 'apps/server',
          include: ['src/**/*.test.ts'],
          globalSetup: [path.join(import.meta.dirname, 'apps/server/src/test/global-setup.ts')],
          pool: 'threads',
          maxWorkers: 2,
          testTimeout: 30_000,
          hookTimeout: 60_000,
          // Polls end as soon as the condition holds; only a failure waits this long.
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        test: {
          name: 'game-simulator',
          root: 'apps/game-simulator',
          include: ['src/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'web',
          root: 'apps/web',
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          testTimeout: 30_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
    ],
  },
});
