import { endpoint } from '@waygate/contract/endpoint';
import { errorBodySchema } from '@waygate/contract/errors';
import { idParam, limitQuery, line } from '@waygate/contract/text';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, expect } from 'vitest';
import * as z from 'zod/mini';
import { createTestDatabase } from './database.ts';
import { type TestServer, useTestServer } from './test-server.ts';

export const NAME_MESSAGE = 'The name has 1 to 10 characters.';

const readThing = endpoint({
  method: 'GET',
  path: '/things/:id',
  access: 'visitor',
  summary: 'One thing.',
  params: z.object({ id: idParam }),
  query: z.object({ limit: limitQuery(20) }),
  response: z.object({ id: z.int(), limit: z.int() }),
});
const writeThing = endpoint({
  method: 'POST',
  path: '/things',
  access: 'visitor',
  summary: 'A new thing.',
  body: z.object({
    name: line({ min: 1, max: 10, message: NAME_MESSAGE }),
    tags: z.optional(z.array(z.object({ label: line({ max: 3, message: 'Short labels.' }) }))),
  }),
  response: z.object({ name: z.string() }),
});
const touchThing = endpoint({
  method: 'POST',
  path: '/things/touch',
  access: 'visitor',
  summary: 'Touch.',
  response: 'empty',
});
const followThing = endpoint({
  method: 'GET',
  path: '/things/follow/:token',
  access: 'visitor',
  summary: 'Follow.',
  params: z.object({ token: z.string() }),
  response: 'redirect',
});
const failThing = endpoint({
  method: 'POST',
  path: '/things/fail',
  access: 'visitor',
  summary: 'Fail.',
  response: z.object({ name: z.string() }),
});

const tryThing = endpoint({
  method: 'GET',
  path: '/things/try',
  access: 'visitor',
  summary: 'Try.',
  limit: { by: 'address', points: 3, windowSeconds: 600 },
  query: z.object({ state: z.optional(z.string()) }),
  response: 'redirect',
  failurePage: '/profile',
});

/** Takes any name, for tests whose subject is the connection. */
export const writePlainThing = endpoint({
  method: 'POST',
  path: '/things',
  access: 'visitor',
  summary: 'A new thing.',
  body: z.object({ name: z.string() }),
  response: z.object({ name: z.string() }),
});

export type Things = TestServer & {
  /** Tokens of the links that were followed. */
  followed: string[];
};

/**
 * Endpoints of every kind, on a database for all tests of the file.
 *
 * @returns what serves them to one test; `fail` is what those that fail do instead
 */
export async function createThings(): Promise<(fail?: () => unknown) => Promise<Things>> {
  const database = await createTestDatabase();
  afterAll(database.drop);
  return async (fail = () => ({ name: 'fine' })) => {
    const followed: string[] = [];
    const server = await useTestServer(database.db, (route) => {
      route(readThing, async ({ params, query }) => ({ id: params.id, limit: query.limit }));
      route(writeThing, async ({ body }) => ({ name: body.name }));
      route(touchThing, async ({ body, params, query }) => {
        expect([body, params, query]).toEqual([undefined, undefined, undefined]);
      });
      route(followThing, async ({ params }) => {
        followed.push(params.token);
        return '/profile?message=Done.';
      });
      route(tryThing, async () => {
        fail();
        return '/profile?message=Done.';
      });
      // What is thrown or answered here is wrong on purpose.
      route(failThing, async () => fail() as { name: string });
    });
    return { ...server, followed };
  };
}

/** The error body, after holding it against its schema and headers. */
export function errorOf(answer: LightMyRequestResponse): z.infer<typeof errorBodySchema> {
  const body: unknown = answer.json();
  const error = z.parse(errorBodySchema, body);
  expect(body).toEqual(error);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-request-id': error.requestId,
    'x-content-type-options': 'nosniff',
  });
  return error;
}
