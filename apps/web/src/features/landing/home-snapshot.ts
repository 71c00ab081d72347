import type { Home } from '@waygate/contract/home/home.schemas';
import type { LoadInput } from '#features/page/use-content.ts';
import { loadParts } from './later-parts.tsx';

/** What happened in the game at a time. The server's HTML and the first render in the browser show that time. */
export type HomeSnapshot = {
  home: Home;
  /** Milliseconds since 1970. */
  readAt: number;
};

/** Takes a snapshot, once there is the code to show it. The endpoint with its schemas is loaded here, because the first page comes with its snapshot. */
export async function loadSnapshot({
  fetch,
  signal,
}: Pick<LoadInput, 'fetch' | 'signal'>): Promise<HomeSnapshot> {
  await loadParts();
  const { readHome } = await import('./read-home.ts');
  return { home: await readHome({ fetch, signal }), readAt: Date.now() };
}
