import { Readable } from 'node:stream';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { answerHeadRequests } from './head-requests.ts';

const BODY = 'Größe';

/** Served like the portal, on a real port. */
async function serve() {
  const app = Fastify({ exposeHeadRoutes: false });
  onTestFinished(() => app.close());
  answerHeadRequests(app);
  const source = Readable.from([BODY]);
  app.addHook('onSend', async (_request, reply) => void reply.header('x-sent', 'yes'));
  app.get('/text', async (_request, reply) => reply.type('text/plain').send(BODY));
  app.get('/bytes', async () => Buffer.from(BODY));
  app.get('/stream', async (_request, reply) => reply.send(source));
  app.get('/nothing', async (_request, reply) => reply.send());
  app.get('/effect', { exposeHeadRoute: false }, async () => BODY);
  app.route({
    method: ['GET', 'HEAD'],
    url: '/measured',
    handler: async (_request, reply) => reply.header('content-length', 700).send(),
  });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  return { head: (path: string) => fetch(origin + path, { method: 'HEAD' }), origin, source };
}

test.each([
  ['/text', '7'],
  ['/bytes', '7'],
  ['/nothing', '0'],
])('HEAD of %s has the headers and the length of GET', async (path, length) => {
  const { head, origin } = await serve();
  const [answer, full] = [await head(path), await fetch(origin + path)];
  expect([answer.status, await answer.text()]).toEqual([200, '']);
  expect(answer.headers.get('content-length')).toBe(length);
  for (const name of ['content-type', 'content-length', 'x-sent'])
    expect(answer.headers.get(name)).toBe(full.headers.get(name));
});

test('HEAD reads nothing of a stream, and closes it', async () => {
  const { head, source } = await serve();
  expect((await head('/stream')).status).toBe(200);
  expect([source.destroyed, source.readableDidRead]).toEqual([true, false]);
});

test('HEAD of a route that declares it keeps the length that the route gives', async () => {
  const { head } = await serve();
  expect((await head('/measured')).headers.get('content-length')).toBe('700');
});

test('HEAD of a route with an effect finds nothing', async () => {
  const { head } = await serve();
  expect((await head('/effect')).status).toBe(404);
});
