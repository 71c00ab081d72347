import { ADMIN_PAGES } from '@waygate/contract/site/admin-pages';
import { PAGE_ENTRIES } from '@waygate/contract/site/pages';
import fc from 'fast-check';
import { nastyHeader, nastyPiece, nastyText } from './nasty-values.ts';
import type { FuzzRequest } from './requests.ts';

/** A route as the server has registered it: `/sandbox/checkout/:session`, `/assets/*`. */
export type ServedRoute = { method: string; url: string };

const REST = 'rest';

/** The addresses of every page, and some that have none. */
const PAGES = [
  ...PAGE_ENTRIES.flatMap(([, { path, alias }]) => (alias === undefined ? [path] : [path, alias])),
  ...Object.values(ADMIN_PAGES).map(({ path }) => path),
  '/nowhere',
  '/a/b/c/d',
  '/wp-login.php',
].map((path) => path.slice(1));

/**
 * Requests for a route that the API's documentation doesn't list: pages, files, feeds, simulators.
 *
 * @param existing values that a parameter may have
 */
export function requestsOfRoute({ method, url }: ServedRoute, existing: string[]): fc.Arbitrary<FuzzRequest> {
  const path = url.replaceAll(/:(\w+)/g, '{$1}').replace('*', `{${REST}}`);
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const page = fc.constantFrom(...PAGES).chain(filledPage);
  const nastyPath = fc.oneof(
    nastyPiece,
    fc.tuple(page, nastyPiece).map(([start, end]) => `${start}${end}`),
  );
  const value = (name: string) => {
    const known = name === REST && url === '/*' ? page : fc.constantFrom(...existing);
    return fc.oneof(known, name === REST ? nastyPath : nastyPiece);
  };
  const nothing = fc.constant({});
  return fc.record({
    method: fc.oneof(
      { weight: 9, arbitrary: fc.constant(method) },
      { weight: 1, arbitrary: fc.constantFrom('HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'PROPFIND') },
    ),
    path: fc.constant(path),
    params: fc.record(Object.fromEntries(names.map((name) => [name, value(name)]))),
    query: fc.array(
      fc.tuple(fc.oneof(nastyPiece, fc.constantFrom('error', 'payment', 'message')), nastyPiece),
      {
        maxLength: 2,
      },
    ),
    headers: fc.oneof(nothing, nastyHeader),
    body: method === 'GET' || method === 'HEAD' ? fc.constant({ kind: 'none' as const }) : formBody,
  });
}

/** A page with ids for its parameters. */
function filledPage(path: string): fc.Arbitrary<string> {
  return fc
    .oneof(fc.integer({ min: 1, max: 9 }).map(String), nastyPiece)
    .map((piece) => path.replaceAll(/:\w+/g, () => piece));
}

const formBody = fc
  .array(fc.tuple(fc.constantFrom('token', 'action', 'amount', 'choice', 'user', 'form_token'), nastyText))
  .map((fields) => ({
    kind: 'text' as const,
    type: 'application/x-www-form-urlencoded',
    text: new URLSearchParams(fields).toString(),
  }));
