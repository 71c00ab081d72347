import path from 'node:path';
import { SERVER_ROOT } from '#platform/files/package-root.ts';
import type { Parts } from './parts.ts';

const FOLDER = path.join(SERVER_ROOT, 'content', 'demo');

/** Seeds a new portal with demo content, if configured. @returns whether anything was added */
export async function seed({
  db,
  storage,
  config,
}: Pick<Parts, 'db' | 'storage' | 'config'>): Promise<boolean> {
  if (!config.demoContent) return false;
  const { seedDemoContent, seedDemoDrops, seedDemoProducts, seedPlaceholderLauncher } =
    await import('#features/demo/demo.ts');
  const { launcherFile } = config;
  await seedPlaceholderLauncher(storage, { folder: FOLDER, launcherFile });
  const hasArticles = await seedDemoContent(db, storage, FOLDER);
  const hasProducts = await seedDemoProducts(db, storage, { folder: FOLDER, now: new Date() });
  const hasDrops = await seedDemoDrops(db, storage, FOLDER);
  return hasArticles || hasProducts || hasDrops;
}
