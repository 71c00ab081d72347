import { API_BASE } from '@waygate/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import type { InternalFetch } from '#platform/pages/page-renderer.ts';

/**
 * Calls the API in this process as a visitor, for server-side rendering. The answer is no `Response`, with whose class Node loads
 * all of its `fetch`, which takes 10 MB.
 */
export function createInternalFetch(app: FastifyInstance, address: string): InternalFetch {
  return async (path, { method = 'GET' } = {}) => {
    if (method !== 'GET' || !path.startsWith(`${API_BASE}/`))
      throw new Error(`A page may only read from the API while it is rendered; it called ${method} ${path}.`);
    const answer = await app.inject({ url: path, remoteAddress: address });
    const status = answer.statusCode;
    return { status, ok: status >= 200 && status < 300, json: async () => answer.json() };
  };
}
