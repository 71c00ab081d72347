import { holds, SECTION_PRIMES } from '@waygate/contract/permissions';
import {
  API_BASE,
  type Access,
  type Answer,
  type Endpoint,
  type ParsedInput,
  type ResponseShape,
  type Upload,
} from '@waygate/contract/endpoint';
import { accessInWords, addressInWords, limitInWords } from '@waygate/contract/endpoint-words';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import * as z from 'zod';
import type { AuthorizeBridge } from '#platform/auth/bridge.ts';
import type { FindViewer, Viewer } from '#platform/auth/viewer.ts';
import type { Db } from '#platform/db/database.ts';
import { forbidden, unauthenticated } from '#platform/errors/app-error.ts';
import { networkOf } from './address.ts';
import { type Cookies, cookiesOf } from './cookies.ts';
import { leadToFailurePage } from './error-handler.ts';
import { createPublicAnswer, type PublicCache, sendPublicAnswer } from './public-cache.ts';
import { acceptForms, readForm, refuseLargeForm } from './read-form.ts';
import { consume } from './throttle.ts';

type ViewerOf<E extends Endpoint> = E['access'] extends 'visitor'
  ? Viewer | undefined
  : E['access'] extends 'bridge'
    ? undefined
    : Viewer;

type UploadOf<E extends Endpoint> = E['upload'] extends { isRequired: true }
  ? Buffer
  : E['upload'] extends object
    ? Buffer | undefined
    : undefined;

/** What a handler gets: parsed input, the file of a form, who calls, from where, and with which cookies. */
export type HandlerInput<E extends Endpoint> = ParsedInput<E> & {
  upload: UploadOf<E>;
  viewer: ViewerOf<E>;
  address: string;
  cookies: Cookies;
};

export type Handler<E extends Endpoint> = (input: HandlerInput<E>) => Promise<Answer<E>>;

/** Serves one endpoint of the contract. */
export type Route = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void;

/** The game reports hundreds of characters at once; nobody else's bodies are read this far. */
const BRIDGE_BODY_LIMIT_BYTES = 4 * 1024 * 1024;
/** An article's 100 000 characters, each of them escaped. */
const STAFF_BODY_LIMIT_BYTES = 1024 * 1024;

type Doors = { findViewer: FindViewer; authorizeBridge: AuthorizeBridge };

/**
 * Turns endpoints into routes: states the schema, checks access, counts the rate limit, then calls the handler.
 *
 * @throws Error at start for an endpoint that states no access, or caches what is not public
 */
export function createRoute(
  app: FastifyInstance,
  { db, cache, isSecure, ...doors }: { db: Db; cache: PublicCache; isSecure: boolean } & Doors,
): Route {
  return (endpoint, handler) => {
    requireStatedAccess(endpoint);
    const { method, path, access, limit, upload, failurePage } = endpoint;
    const options: RouteOptions = {
      method,
      // Both spellings of a collection, with and without the trailing slash, are one route.
      url: `${API_BASE}${path}`,
      schema: routeSchema(endpoint),
      ...bodyLimitOf(access),
      // A link that does something is followed by GET alone; mail scanners ask for its head first.
      exposeHeadRoute: endpoint.response !== 'redirect',
      preParsing: async (request) => {
        // Before the body is read: whoever may not call does not get to send megabytes either.
        // A cached answer is everybody's, so its handler learns nothing of who asked first.
        const viewer = endpoint.isCacheable ? undefined : await admit(request, access, doors);
        if (limit) await consume(db, [allowance(endpoint, request, viewer)]);
        callers.set(request, viewer);
        if (upload) refuseLargeForm(request);
      },
      handler: endpoint.isCacheable ? cached(endpoint, handler, cache) : fresh(endpoint, handler, isSecure),
      ...(failurePage !== undefined && { errorHandler: leadToFailurePage(failurePage) }),
    };
    if (upload) addFormRoute(app, options, upload);
    else app.route(options);
  };
}

/** In a scope of its own, since no other route takes forms. */
function addFormRoute(app: FastifyInstance, options: RouteOptions, upload: Upload): void {
  void app.register(async (scope) => {
    await acceptForms(scope);
    scope.route({
      ...options,
      preValidation: async (request) => {
        const form = await readForm(request, upload);
        if (!form) return;
        request.body = form.fields;
        if (form.file) uploads.set(request, form.file);
      },
    });
  });
}

const callers = new WeakMap<FastifyRequest, Viewer | undefined>();
const uploads = new WeakMap<FastifyRequest, Buffer>();

const JSON_TYPE = 'application/json; charset=utf-8';

type Serve = RouteOptions['handler'];

function fresh<E extends Endpoint>(endpoint: E, handler: Handler<E>, isSecure: boolean): Serve {
  return async (request, reply) => {
    const cookies = cookiesOf(request, reply, isSecure);
    const answer = await handler({ ...handlerInput(endpoint, request), cookies });
    reply.header('cache-control', 'no-store');
    if (endpoint.response === 'empty') return reply.status(204).send();
    if (endpoint.response === 'redirect') return reply.redirect(String(answer), 302);
    return reply.type(JSON_TYPE).send(toJson(reply, answer));
  };
}

function cached<E extends Endpoint>(endpoint: E, handler: Handler<E>, cache: PublicCache): Serve {
  return async (request, reply) => {
    const input = { ...handlerInput(endpoint, request), cookies: cookiesOf(request, reply, false) };
    // What the endpoint does not name makes no other answer, and so no other entry.
    const key = JSON.stringify([endpoint.path, input.params, input.query]);
    const answer = await cache.getOrMake(key, async () => {
      const body = await handler(input);
      const made = await createPublicAnswer(toJson(reply, body), JSON_TYPE);
      return endpoint.keptSeconds === undefined ? made : { ...made, keptMs: endpoint.keptSeconds * 1000 };
    });
    return sendPublicAnswer(request, reply, answer);
  };
}

/**
 * Holds the answer against the endpoint's schema. Fastify would do so by itself, but lets through a handler
 * that answers nothing at all.
 */
function toJson(reply: FastifyReply, answer: unknown): string {
  // The types ask for an object, the schema for what it will.
  return String(reply.serializeInput(answer as Record<string, unknown>, '200'));
}

function handlerInput<E extends Endpoint>(
  endpoint: E,
  request: FastifyRequest,
): Omit<HandlerInput<E>, 'cookies'> {
  const { params, query, body, ip } = request;
  const input = {
    params: endpoint.params && params,
    query: endpoint.query && query,
    body: endpoint.body && body,
    upload: uploads.get(request),
    viewer: callers.get(request),
    address: ip,
  };
  // Fastify has parsed these by the endpoint's own schemas, and access was checked before.
  return input as Omit<HandlerInput<E>, 'cookies'>;
}

async function admit(
  request: FastifyRequest,
  access: Access,
  { findViewer, authorizeBridge }: Doors,
): Promise<Viewer | undefined> {
  if (access === 'bridge') {
    await admitBridge(request, authorizeBridge);
    return undefined;
  }
  const viewer = await findCaller(request, findViewer);
  checkAccess(access, viewer);
  return viewer;
}

/** The game has a token of its own: a player's session opens nothing here, and this token nothing elsewhere. */
async function admitBridge(request: FastifyRequest, authorizeBridge: AuthorizeBridge): Promise<void> {
  const token = /^Bearer ([A-Za-z0-9._~+/-]{1,256})$/.exec(request.headers.authorization ?? '')?.[1];
  switch (token === undefined ? 'wrong_token' : await authorizeBridge(token, request.ip)) {
    case 'wrong_token':
      throw unauthenticated("This needs the token of the game's bridge.");
    case 'unlisted_address':
      throw forbidden(`The game's bridge may not call from ${request.ip}: the address is not listed.`);
    case 'admitted':
  }
}

async function findCaller(request: FastifyRequest, findViewer: FindViewer): Promise<Viewer | undefined> {
  const token = /^Bearer ([A-Za-z0-9_-]{43})$/i.exec(request.headers.authorization ?? '')?.[1];
  return token === undefined ? undefined : findViewer(token, request.ip);
}

function checkAccess(access: Exclude<Access, 'bridge'>, viewer: Viewer | undefined): void {
  if (access === 'visitor') return;
  if (!viewer) throw unauthenticated();
  if (access === 'player') return;
  const sections = 'anyOf' in access ? access.anyOf : [access.section];
  if (!sections.some((section) => holds(viewer, section))) throw forbidden();
}

function bodyLimitOf(access: Access): { bodyLimit?: number } {
  if (access === 'bridge') return { bodyLimit: BRIDGE_BODY_LIMIT_BYTES };
  return typeof access === 'object' ? { bodyLimit: STAFF_BODY_LIMIT_BYTES } : {};
}

function allowance({ limit, method, path }: Endpoint, request: FastifyRequest, viewer: Viewer | undefined) {
  const caller =
    limit?.by === 'account' && viewer ? `account:${viewer.accountId}` : `address:${networkOf(request.ip)}`;
  return {
    key: `${method} ${path} ${caller}`,
    points: limit?.points ?? 0,
    windowSeconds: limit?.windowSeconds ?? 0,
  };
}

function routeSchema(endpoint: Endpoint) {
  const { path, access, limit, summary, params, query, body, upload, response } = endpoint;
  const tag = path.split('/')[1] ?? 'api';
  return {
    summary: `${summary} For ${accessInWords(access)}.`,
    ...(limit && { description: `At most ${limitInWords(limit)}.` }),
    tags: [tag],
    operationId: addressInWords(endpoint),
    ...(access !== 'visitor' && { security: [access === 'bridge' ? { bridge: [] } : { session: [] }] }),
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    // For the API's page alone.
    ...(upload && { upload }),
    response: responseSchema(response),
  };
}

function responseSchema(response: ResponseShape) {
  if (response === 'empty') return { 204: z.null().describe('Done. There is nothing to tell.') };
  if (response === 'redirect') return { 302: z.null().describe('Done. Location is the page to go on to.') };
  return { 200: response };
}

function requireStatedAccess({ access, method, path, isCacheable }: Endpoint): void {
  if (!isAccess(access)) throw new Error(`${method} ${path} states no access.`);
  if (isCacheable && access !== 'visitor')
    throw new Error(`${method} ${path} is not public and cannot be cached.`);
}

/** The types say so already, but a cast or plain JavaScript gets past them. */
function isAccess(access: Access | null | undefined): boolean {
  if (access === 'visitor' || access === 'player' || access === 'bridge') return true;
  if (typeof access !== 'object' || access === null) return false;
  const sections = 'anyOf' in access ? access.anyOf : [access.section];
  return sections.length > 0 && sections.every((section) => section in SECTION_PRIMES);
}
