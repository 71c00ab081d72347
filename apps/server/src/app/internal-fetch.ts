import { API_BASE } from '@waygate/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import type { InternalFetch } from '#platform/pages/page-renderer.ts';

/** Calls the API in this process as a visitor, for server-side rendering. */
export function createInternalFetch(app: FastifyInstance, address: string): InternalFetch {
  return async (path, { method = 'GET' } = {}) => {
    if (method !== 'GET' || !path.startsWith(`${API_BASE}/`))
      throw new Error(`A page may only read from the API while it is rendered; it called ${method} ${path}.`);
    const { statusCode, headers, body } = await app.inject({ url: path, remoteAddress: address });
    return new Response(body, {
      status: statusCode,
      headers: { 'content-type': headers['content-type'] ?? 'application/json' },
    });
  };
}
