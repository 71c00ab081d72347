// oxlint-disable-next-line no-restricted-imports -- the server's parts have names within the server alone
import { chooseDatabaseFolder } from '../../apps/server/src/test/memory-folder.ts';
import { createDataFolder, type Portal, removeDataFolder, startPortal } from './portal.ts';
import { test } from './test.ts';

/**
 * With a demo of its own, whose lists are all full: accounts, orders, payments, deliveries, drops, the work of staff, and some
 * of each that waits for a decision. It runs on its embedded database and trusts no proxy.
 */
export const testWithDemo = test.extend<object, { portal: Portal }>({
  portal: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures out of the pattern
    async ({}, use) => {
      const dataDir = await createDataFolder(await chooseDatabaseFolder());
      // As its address without a PUBLIC_ORIGIN says.
      const portal = await startPortal({ dataDir, hostName: 'localhost', program: 'demo' });
      await use(portal);
      await portal.stop();
      await removeDataFolder(dataDir);
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});
