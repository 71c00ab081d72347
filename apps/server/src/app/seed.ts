import path from 'node:path';
import { SERVER_ROOT } from '#platform/files/package-root.ts';
import type { Parts } from './parts.ts';

const FOLDER = path.join(SERVER_ROOT, 'content', 'demo');

/** Seeds a new portal with demo content, if configured. @returns whether anything was added */
export async function seed({
  db,
  storage,
  pictures,
  config,
}: Pick<Parts, 'db' | 'storage' | 'pictures' | 'config'>): Promise<boolean> {
  if (!config.demoContent) return false;
  const { seedDemoContent, seedDemoDrops, seedDemoProducts, seedDemoSite, seedPlaceholderLauncher } =
    await import('#features/demo/demo.ts');
  const { launcherFile } = config;
  await seedPlaceholderLauncher(storage, { folder: FOLDER, launcherFile });
  const now = new Date();
  const hasArticles = await seedDemoContent(db, storage, { folder: FOLDER, now });
  const hasProducts = await seedDemoProducts(db, storage, { folder: FOLDER, now });
  const hasDrops = await seedDemoDrops(db, storage, FOLDER);
  // After the products, one of which it features.
  const hasSite = await seedDemoSite({ db, storage, pictures }, FOLDER);
  return hasArticles || hasProducts || hasDrops || hasSite;
}
