import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { namePageFiles } from './apps/web/page-files.ts';
import { LongestFirst } from './scripts/longest-first.mjs';

// One more than there are cores: many tests wait, for a clock or a server.
const maxWorkers = availableParallelism() + 1;

// Node itself loads the sources as it does in production, and files share a worker's modules: loading them again for each
// file took longer than the tests. So nothing here mocks modules, and a file leaves no state behind in a module.
const SHARED_MODULES = {
  maxWorkers,
  isolate: false,
  experimental: { viteModuleRunner: false, nodeLoader: false },
};

export default defineConfig({
  test: {
    reporters: ['default'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...SHARED_MODULES,
          name: 'contract',
          root: 'packages/contract',
          include: ['src/**/*.test.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          ...SHARED_MODULES,
          name: 'server',
          root: 'apps/server',
          include: ['src/**/*.test.ts'],
          globalSetup: [path.join(import.meta.dirname, 'apps/server/src/test/global-setup.ts')],
          setupFiles: [path.join(import.meta.dirname, 'apps/server/src/test/one-statement-at-a-time.ts')],
          pool: 'threads',
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // Tests and polls end as soon as they are done; only a failure waits this long, on however slow a machine.
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        test: {
          ...SHARED_MODULES,
          name: 'game-bridge',
          root: 'apps/game-bridge',
          include: ['src/**/*.test.ts'],
          globalSetup: [path.join(import.meta.dirname, 'apps/game-bridge/src/test/global-setup.ts')],
          // MariaDB 10.11 itself crashed once, reading information_schema while databases were dropped. It is started again.
          retry: { count: 2, delay: 1000, condition: /Connection lost|ECONNREFUSED|ECONNRESET/ },
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        plugins: [namePageFiles()],
        test: {
          maxWorkers,
          // A window of its own for each file, as with threads, in half the time.
          pool: 'vmThreads',
          name: 'web',
          root: 'apps/web',
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          testTimeout: 60_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
});
