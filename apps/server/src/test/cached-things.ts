import { endpoint } from '@waygate/contract/endpoint';
import { idParam, limitQuery } from '@waygate/contract/text';
import * as z from 'zod/mini';

/** Enough to be compressed. */
export const LONG_TEXT = 'Lanternfall returns. '.repeat(200);

export const listThings = endpoint({
  method: 'GET',
  path: '/things',
  access: 'visitor',
  summary: 'Things.',
  isCacheable: true,
  query: z.object({ limit: limitQuery(20) }),
  response: z.object({ text: z.string() }),
});

export const readThing = endpoint({
  method: 'GET',
  path: '/things/:id',
  access: 'visitor',
  summary: 'One thing.',
  isCacheable: true,
  params: z.object({ id: idParam }),
  response: z.object({ id: z.int() }),
});
