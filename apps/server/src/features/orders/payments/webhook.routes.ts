import { API_BASE } from '@waygate/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import type { OrderParts } from '#features/orders/order-parts.ts';
import { createSignalRecorder } from '#platform/alerts/last-signal.ts';
import { receiveWebhook } from './webhooks.service.ts';

/** Events contain a whole session or charge, some with long metadata. */
const BODY_LIMIT_BYTES = 1024 * 1024;

/** The signature covers the exact bytes, so this route reads its body unparsed. */
export function webhookRoutes(app: FastifyInstance, parts: OrderParts): void {
  const recordWebhook = createSignalRecorder(parts.db, 'stripe webhook');
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post(
      `${API_BASE}/stripe/webhook`,
      { schema: { hide: true }, bodyLimit: BODY_LIMIT_BYTES },
      async ({ body, headers }, reply) => {
        const signature = headers['stripe-signature'];
        await receiveWebhook(parts, {
          body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
          signature: typeof signature === 'string' ? signature : undefined,
        });
        // Signed, so the provider's. Events that the portal fetched itself don't count.
        if (parts.payments?.name === 'stripe') await recordWebhook();
        reply.header('cache-control', 'no-store');
        return { received: true };
      },
    );
  });
}
