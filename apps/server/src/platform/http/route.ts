import { Readable } from 'node:stream';
import { holds, SECTIONS } from '@waygate/contract/permissions';
import {
  API_BASE,
  type Access,
  type Answer,
  type CsvFile,
  type Endpoint,
  type ParsedInput,
  type RateLimit,
  type ResponseShape,
  type Upload,
} from '@waygate/contract/endpoint';
import { accessInWords, addressInWords, limitInWords } from '@waygate/contract/endpoint-words';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import * as z from 'zod';
import type { AuthorizeBridge } from '#platform/auth/bridge.ts';
import type { FindViewer, Viewer } from '#platform/auth/viewer.ts';
import type { Db } from '#platform/db/database.ts';
import { factorRequired, forbidden, sudoRequired, unauthenticated } from '#platform/errors/app-error.ts';
import { type Cookies, cookiesOf } from './cookies.ts';
import { leadToFailurePage } from './error-handler.ts';
import { createPublicAnswer, type PublicAnswer, type PublicCache, sendPublicAnswer } from './public-cache.ts';
import { acceptForms, readForm, refuseLargeForm } from './read-form.ts';
import { addressAllowances, type Allowance, consume } from './throttle.ts';

type ViewerOf<E extends Endpoint, V extends Viewer> = E['access'] extends 'visitor'
  ? V | undefined
  : E['access'] extends 'bridge'
    ? undefined
    : V;

type ServerIdOf<E extends Endpoint> = E['access'] extends 'bridge' ? number : undefined;

type UploadOf<E extends Endpoint> = E['upload'] extends { isRequired: true }
  ? Buffer
  : E['upload'] extends object
    ? Buffer | undefined
    : undefined;

/** A handler's input: parsed parameters and body, an uploaded file, the caller, address and cookies. */
export type HandlerInput<E extends Endpoint, V extends Viewer = Viewer> = ParsedInput<E> & {
  upload: UploadOf<E>;
  viewer: ViewerOf<E, V>;
  /** The game server whose bridge calls. */
  serverId: ServerIdOf<E>;
  address: string;
  /** The header, whatever the caller wrote there. */
  userAgent: string | undefined;
  cookies: Cookies;
};

export type Handler<E extends Endpoint, V extends Viewer = Viewer> = (
  input: HandlerInput<E, V>,
) => Promise<Answer<E>>;

/**
 * Serves one endpoint of the contract.
 *
 * @param findViewer for an endpoint whose handler needs more of the viewer, read in one statement with the session
 */
export type Route = <E extends Endpoint, V extends Viewer = Viewer>(
  endpoint: E,
  handler: Handler<E, V>,
  findViewer?: FindViewer<V>,
) => void;

/** The game reports hundreds of characters per call. Only bridge endpoints accept bodies this large. */
const BRIDGE_BODY_LIMIT_BYTES = 4 * 1024 * 1024;
/** Enough for an article of 100 000 characters, all of them escaped in JSON. */
const STAFF_BODY_LIMIT_BYTES = 1024 * 1024;

type Authenticators = { findViewer: FindViewer; authorizeBridge: AuthorizeBridge };

/**
 * Turns endpoints into routes that check access, count the rate limit, validate the input and call the handler.
 *
 * @throws Error at start for an endpoint that states no access, or that is cacheable but not public
 */
export function createRoute(
  app: FastifyInstance,
  {
    db,
    cache,
    isSecure,
    ...authenticators
  }: { db: Db; cache: PublicCache; isSecure: boolean } & Authenticators,
): Route {
  return (endpoint, handler, findViewer) => {
    requireStatedAccess(endpoint);
    const lookups = { ...authenticators, ...(findViewer && { findViewer }) };
    const { method, path, access, limit, upload, failurePage } = endpoint;
    const options: RouteOptions = {
      method,
      url: `${API_BASE}${path}`,
      schema: routeSchema(endpoint),
      ...bodyLimitOf(access),
      // No HEAD for links with an effect: mail scanners send HEAD requests.
      // Nor for files, which are made as they are sent.
      exposeHeadRoute: endpoint.response !== 'redirect' && endpoint.response !== 'csv',
      preParsing: async (request) => {
        // Before the body is read, so that unauthorised callers cannot send megabytes.
        // A cached answer is shared by everybody, so its handler must not know the viewer.
        const caller = endpoint.isCacheable ? NOBODY : await admit(request, endpoint, lookups);
        if (limit) await consume(db, allowances({ ...endpoint, limit }, request, caller.viewer));
        callers.set(request, caller);
        if (upload) refuseLargeForm(request);
      },
      handler: endpoint.isCacheable ? cached(endpoint, handler, cache) : fresh(endpoint, handler, isSecure),
      ...(failurePage !== undefined && { errorHandler: leadToFailurePage(failurePage) }),
    };
    if (upload) addFormRoute(app, options, upload);
    else app.route(options);
  };
}

/** Registers the route in its own scope, because only routes with a file accept forms. */
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

type Caller = { viewer?: Viewer | undefined; serverId?: number };

const NOBODY: Caller = {};
const callers = new WeakMap<FastifyRequest, Caller>();
const uploads = new WeakMap<FastifyRequest, Buffer>();

const JSON_TYPE = 'application/json; charset=utf-8';

type Serve = RouteOptions['handler'];

function fresh<E extends Endpoint, V extends Viewer>(
  endpoint: E,
  handler: Handler<E, V>,
  isSecure: boolean,
): Serve {
  return async (request, reply) => {
    const cookies = cookiesOf(request, reply, isSecure);
    const answer = await handler({ ...handlerInput<E, V>(endpoint, request), cookies });
    reply.header('cache-control', 'no-store');
    if (endpoint.response === 'empty') return reply.status(204).send();
    if (endpoint.response === 'redirect') return reply.redirect(String(answer), 302);
    if (isCsvFile(endpoint, answer)) return sendCsv(reply, answer);
    return reply.type(JSON_TYPE).send(toJson(reply, answer));
  };
}

function isCsvFile({ response }: Endpoint, answer: unknown): answer is CsvFile {
  return response === 'csv' && answer !== undefined;
}

/** Sends each part when the caller has taken the last one. */
function sendCsv(reply: FastifyReply, { fileName, parts }: CsvFile): FastifyReply {
  reply.header('content-disposition', `attachment; filename="${fileName}"`);
  return reply.type('text/csv; charset=utf-8').send(Readable.from(parts));
}

function cached<E extends Endpoint, V extends Viewer>(
  endpoint: E,
  handler: Handler<E, V>,
  cache: PublicCache,
): Serve {
  return async (request, reply) => {
    const input = { ...handlerInput<E, V>(endpoint, request), cookies: cookiesOf(request, reply, false) };
    // The key contains only parsed parameters, so that unknown ones create no entries.
    const key = JSON.stringify([endpoint.path, input.params, input.query]);
    const make = async (): Promise<PublicAnswer> => {
      const body = await handler(input);
      const made = await createPublicAnswer(toJson(reply, body), JSON_TYPE);
      return endpoint.keptSeconds === undefined ? made : { ...made, keptMs: endpoint.keptSeconds * 1000 };
    };
    const answer = await cache.getOrMake(key, make, endpoint.params ? 'open' : 'bounded');
    // Answered by the framework, which counts: a caller past the limit gets no answer, cached or not.
    if (!endpoint.limit)
      cache.rememberAddress(request.url, { key: () => key, route: request.routeOptions.url ?? '' });
    return sendPublicAnswer(request, reply, answer);
  };
}

/**
 * Serialises the answer by the endpoint's schema. Fastify would do so too, but accepts a handler that returns nothing.
 */
function toJson(reply: FastifyReply, answer: unknown): string {
  // Fastify's type requires an object. The schema decides what is valid.
  return String(reply.serializeInput(answer as Record<string, unknown>, '200'));
}

function handlerInput<E extends Endpoint, V extends Viewer>(
  endpoint: E,
  request: FastifyRequest,
): Omit<HandlerInput<E, V>, 'cookies'> {
  const { params, query, body, ip } = request;
  const input = {
    params: endpoint.params && params,
    query: endpoint.query && query,
    body: endpoint.body && body,
    upload: uploads.get(request),
    viewer: callers.get(request)?.viewer,
    serverId: callers.get(request)?.serverId,
    address: ip,
    userAgent: request.headers['user-agent'],
  };
  // Fastify has parsed these by the endpoint's schemas, and preParsing has checked access.
  return input as Omit<HandlerInput<E, V>, 'cookies'>;
}

async function admit(
  request: FastifyRequest,
  { access, sudo }: Pick<Endpoint, 'access' | 'sudo'>,
  { findViewer, authorizeBridge }: Authenticators,
): Promise<Caller> {
  if (access === 'bridge') return { serverId: await admitBridge(request, authorizeBridge) };
  const viewer = await findCaller(request, findViewer);
  checkAccess(access, viewer);
  if (sudo && viewer?.isSudo !== true) throw sudoRequired();
  return { viewer };
}

/**
 * Bridges have separate tokens. Player sessions don't work here, and bridge tokens work nowhere else.
 *
 * @returns the game server that the token is for
 */
async function admitBridge(request: FastifyRequest, authorizeBridge: AuthorizeBridge): Promise<number> {
  const token = /^Bearer ([A-Za-z0-9._~+/-]{1,256})$/.exec(request.headers.authorization ?? '')?.[1];
  const admission = token === undefined ? 'wrong_token' : await authorizeBridge(token, request.ip);
  if (admission === 'wrong_token') throw unauthenticated("This needs the token of the game's bridge.");
  if (admission === 'unlisted_address')
    throw forbidden(`The game's bridge may not call from ${request.ip}: the address is not listed.`);
  return admission.serverId;
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
  if (viewer.isFactorMissing) throw factorRequired();
}

function bodyLimitOf(access: Access): { bodyLimit?: number } {
  if (access === 'bridge') return { bodyLimit: BRIDGE_BODY_LIMIT_BYTES };
  return typeof access === 'object' ? { bodyLimit: STAFF_BODY_LIMIT_BYTES } : {};
}

function allowances(
  { limit, method, path }: Endpoint & { limit: RateLimit },
  request: FastifyRequest,
  viewer: Viewer | undefined,
): Allowance[] {
  const { by, points, windowSeconds } = limit;
  const key = `${method} ${path}`;
  if (by === 'account' && viewer)
    return [{ key: `${key} account:${viewer.accountId}`, points, windowSeconds }];
  return addressAllowances(request.ip, { key, points, windowSeconds });
}

function routeSchema(endpoint: Endpoint) {
  const { path, access, sudo, limit, summary, params, query, body, upload, response } = endpoint;
  const tag = path.split('/')[1] ?? 'api';
  return {
    summary: `${summary} For ${accessInWords(access, sudo)}.`,
    ...(limit && { description: `At most ${limitInWords(limit)}.` }),
    tags: [tag],
    operationId: addressInWords(endpoint),
    ...(access !== 'visitor' && { security: [access === 'bridge' ? { bridge: [] } : { session: [] }] }),
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    // Only for the API documentation.
    ...(upload && { upload }),
    response: responseSchema(response),
  };
}

function responseSchema(response: ResponseShape) {
  if (response === 'empty') return { 204: z.null().describe('Done. No content.') };
  if (response === 'redirect') return { 302: z.null().describe('Done. Location is the page to go on to.') };
  if (response === 'csv') return { 200: z.string().describe('A CSV file.') };
  return { 200: response };
}

function requireStatedAccess({ access, method, path, isCacheable }: Endpoint): void {
  if (!isAccess(access)) throw new Error(`${method} ${path} states no access.`);
  if (isCacheable && access !== 'visitor')
    throw new Error(`${method} ${path} is not public and cannot be cached.`);
}

/** A runtime check, because casts and plain JavaScript bypass the types. */
function isAccess(access: Access | null | undefined): boolean {
  if (access === 'visitor' || access === 'player' || access === 'bridge') return true;
  if (typeof access !== 'object' || access === null) return false;
  const sections = 'anyOf' in access ? access.anyOf : [access.section];
  return (
    sections.length > 0 && sections.every((section) => section === 'owner' || SECTIONS.includes(section))
  );
}
