import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';

const NOT_MODIFIED = 304;

/**
 * Lets each GET route answer HEAD as well, unless it says `exposeHeadRoute: false`. Fastify's own option registers a second
 * route with its own hooks and schemas for each, which doubles the work of a start. Call it before routes are registered.
 */
export function answerHeadRequests(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.method !== 'GET' || route.exposeHeadRoute === false) return;
    route.method = ['GET', 'HEAD'];
    route.onSend = [route.onSend ?? [], leaveOutBody].flat();
  });
}

/** Sends the headers of GET. Node drops the body itself, but nothing would measure it. */
function leaveOutBody(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: Parameters<onSendHookHandler>[3],
): void {
  if (request.method !== 'HEAD') return done(null, payload);
  if (typeof payload === 'string' || Buffer.isBuffer(payload))
    reply.header('content-length', String(Buffer.byteLength(payload)));
  else if (payload instanceof Readable) payload.destroy();
  // A handler has measured the file that it doesn't read, and 304 describes another answer.
  else if (!reply.hasHeader('content-length') && reply.statusCode !== NOT_MODIFIED)
    reply.header('content-length', '0');
  done(null, null);
}
