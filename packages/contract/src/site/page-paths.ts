import { fillPath, type PathParams } from '../path-template.ts';

/** A page's path; for a page with parameters, the function that fills them in. */
export type PagePath<Template extends string> = Template extends `${string}:${string}`
  ? (params: PathParams<Template>) => string
  : Template;

/** The paths of a table of pages: `paths.news`, `paths.article({ articleId })`. */
export function pathsOf<Pages extends Record<string, { path: string }>>(
  pages: Pages,
): { readonly [Id in keyof Pages]: PagePath<Pages[Id]['path']> } {
  const paths = Object.entries(pages).map(([id, { path }]) => [
    id,
    path.includes(':') ? (params: Record<string, unknown>) => fillPath(path, params) : path,
  ]);
  // Made of the very entries that the type is made of.
  return Object.fromEntries(paths);
}
