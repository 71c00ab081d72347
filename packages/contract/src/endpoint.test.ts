import { describe, expect, expectTypeOf, test } from 'vitest';
import * as z from 'zod/mini';
import { type CallInput, type CallOutput, endpoint, endpointUrl, type ParsedInput } from './endpoint.ts';
import { idParam } from './text.ts';

const article = { path: '/content/news/:id' };

describe('endpointUrl', () => {
  test('fills parameters and appends the query', () => {
    expect(endpointUrl(article, { id: 7 }, { limit: 20, draft: true, q: 'a&b' })).toBe(
      '/api/content/news/7?limit=20&draft=true&q=a%26b',
    );
  });

  test('leaves out what is undefined or null', () => {
    expect(endpointUrl({ path: '/content/news' }, {}, { limit: undefined, page: null })).toBe(
      '/api/content/news',
    );
  });

  test.each([
    ['a/b?c#d', 'a%2Fb%3Fc%23d'],
    ['../admin', '..%2Fadmin'],
    ['\u0000 %', '%00%20%25'],
    ['ü', '%C3%BC'],
  ])('encodes %j, so that it stays one segment', (id, encoded) => {
    expect(endpointUrl(article, { id })).toBe(`/api/content/news/${encoded}`);
  });

  test.each([undefined, null, {}, '', '.', '..'])('refuses %j, which would name another address', (id) => {
    expect(() => endpointUrl(article, { id })).toThrow('/content/news/:id needs');
  });
});

describe('an endpoint', () => {
  const rename = endpoint({
    method: 'PUT',
    path: '/things/:id',
    access: { section: 'news' },
    summary: 'Rename a thing.',
    params: z.object({ id: idParam }),
    body: z.object({ name: z.string() }),
    response: 'empty',
  });

  test('types what goes in, what a handler sees, and what comes back', () => {
    expectTypeOf<CallInput<typeof rename>>().toEqualTypeOf<{
      params: { id: string };
      body: { name: string };
    }>();
    expectTypeOf<ParsedInput<typeof rename>>().toEqualTypeOf<{
      params: { id: number };
      query: undefined;
      body: { name: string };
    }>();
    expectTypeOf<CallOutput<typeof rename>>().toEqualTypeOf<undefined>();
  });

  test('does not compile without stated access, or with a section that there is not', () => {
    // @ts-expect-error -- access is missing
    endpoint({ method: 'GET', path: '/things', summary: 'Things.', response: 'empty' });
    const unknown = { section: 'everything' } as const;
    // @ts-expect-error -- no such section
    endpoint({ method: 'GET', path: '/things', access: unknown, summary: 'Things.', response: 'empty' });
    expect(rename.access).toEqual({ section: 'news' });
  });
});
