import type { PageRoute } from '#features/page/page-route.tsx';

const routes = import.meta.glob<PageRoute>('/src/pages/**/*Page.tsx', { eager: true, import: 'route' });

const files = new Map<unknown, string>(
  Object.entries(routes).map(([file, { handle }]) => [handle, file.slice('/'.length)]),
);

/** The source file of a loaded page, as Vite's manifest names it. For the server alone: it brings every page. */
export function fileOf({ handle }: { handle?: unknown }): string | undefined {
  return files.get(handle);
}
