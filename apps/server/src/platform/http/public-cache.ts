import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Smaller bodies gain nothing from compression. */
const COMPRESSION_MIN_BYTES = 1024;
const BROTLI_QUALITY = 6;

/** A refreshed answer must not be made from others that expire with it. */
const AFTER_OTHERS_MS = 20;

/** An answer is refreshed until so long after its last use. */
const REFRESHED_UNUSED_MS = 5 * 60_000;

/** How long an answer is kept that took until its end, so that not every caller waits for a slow one. */
const LATE_ANSWER_KEPT_MS = 1000;

export type PublicAnswer = {
  status: number;
  contentType: string;
  etag: string;
  identity: Buffer;
  br?: Buffer;
  gzip?: Buffer;
  /**
   * The time until it expires; undefined: until content changes. It ends at a whole multiple of that time, so that a
   * page ends together with the answers that it was made from. One that took until then is kept for a second.
   */
  keptMs?: number;
  /** Made again in the background when it expires, while it is in use. Callers get this one until then. */
  isRefreshed?: boolean;
  /** Headers in place of those that every response has. */
  headers?: Record<string, string>;
};

/** How the framework answers GET of an address: with the answer of a key, and nothing that differs by caller. */
export type CachedAddress = {
  /** The key, which may depend on more than the address. */
  key: () => string;
  /** The route's pattern. */
  route: string;
  /** Sent in addition to the headers of every response and of the answer. */
  headers?: Record<string, string>;
};

export type PublicCache = {
  /** The cached answer, or the result of `make`, which concurrent callers share. */
  getOrMake: (key: string, make: () => Promise<PublicAnswer>, keys?: KeySpace) => Promise<PublicAnswer>;
  /** Lets `findByAddress` find what the framework answers at an address. */
  rememberAddress: (url: string, address: CachedAddress) => void;
  /** The answer of a remembered address, while it is cached. */
  findByAddress: (url: string) => { address: CachedAddress; answer: PublicAnswer } | undefined;
  /** Whether `getOrMake` has the answer, or it is being made for somebody else. */
  has: (key: string) => boolean;
  /** An object that stands for the content as it is now, until it changes. Undefined while nothing is cached. */
  epoch: () => object | undefined;
  /** Empties the cache. Answers that are still being made are not cached. */
  clear: () => void;
  /** Whether change notifications arrive. While they don't, nothing is cached. */
  setReliable: (isReliable: boolean) => void;
};

/** `open`: there are as many such keys as records, or callers can invent any number of them. */
export type KeySpace = 'bounded' | 'open';

/** Callers can invent any number of addresses with the same answer. */
const ADDRESSES_MAX = 1000;
const ADDRESS_MAX_LENGTH = 500;

/** In the order of insertion. `isUsed`: since then, or since its last turn to be evicted. */
type Entries<Value> = Map<string, { value: Value; isUsed: boolean }>;

/** The answers since a change of content. */
type Generation = Record<KeySpace, Entries<PublicAnswer>> & {
  making: Map<string, Promise<PublicAnswer>>;
  limits: Record<KeySpace, number>;
  isOver: boolean;
};

type Wanted = {
  key: string;
  make: () => Promise<PublicAnswer>;
  keys: KeySpace;
  /** For how long nobody has used the answers before. */
  unusedMs: number;
};

/**
 * Caches answers that are the same for everybody until content changes. Evicts the oldest that isn't used.
 *
 * @param maxOpenEntries the separate limit for open keys and 404 answers, so that going through many addresses cannot
 *   evict the others
 */
export function createPublicCache({ maxEntries = 500, maxOpenEntries = 500 } = {}): PublicCache {
  const begin = () => newGeneration({ bounded: maxEntries, open: maxOpenEntries });
  let generation = begin();
  let isReliable = false;
  const beginNext = () => {
    generation.isOver = true;
    // Timers still hold it.
    generation.bounded.clear();
    generation.open.clear();
    generation = begin();
  };
  const addresses: Entries<CachedAddress> = new Map();
  return {
    rememberAddress: (url, address) => {
      if (url.length <= ADDRESS_MAX_LENGTH) remember(addresses, url, address, ADDRESSES_MAX);
    },
    findByAddress: (url) => {
      const address = recall(addresses, url);
      const answer = address && find(generation, address.key());
      return answer && { address, answer };
    },
    getOrMake: async (key, make, keys = 'bounded') => {
      const known = find(generation, key);
      if (known) return known;
      if (!isReliable) return make();
      return makeOnce(generation, { key, make, keys, unusedMs: 0 });
    },
    has: (key) =>
      [generation.bounded, generation.open, generation.making].some((answers) => answers.has(key)),
    epoch: () => (isReliable ? generation : undefined),
    clear: beginNext,
    setReliable: (next) => {
      isReliable = next;
      beginNext();
    },
  };
}

function newGeneration(limits: Record<KeySpace, number>): Generation {
  return { bounded: new Map(), open: new Map(), making: new Map(), limits, isOver: false };
}

function find(generation: Generation, key: string): PublicAnswer | undefined {
  return recall(generation.bounded, key) ?? recall(generation.open, key);
}

/** What concurrent callers share. It is kept in the generation in which it began, so not if content has changed since. */
function makeOnce(generation: Generation, wanted: Wanted): Promise<PublicAnswer> {
  const { making } = generation;
  const underWay = making.get(wanted.key);
  if (underWay) return underWay;
  const startedAt = Date.now();
  const made = wanted.make();
  making.set(wanted.key, made);
  const store = (answer: PublicAnswer) => keep(generation, wanted, answer, startedAt);
  made.then(store, () => {}).finally(() => making.delete(wanted.key));
  return made;
}

function keep(generation: Generation, wanted: Wanted, answer: PublicAnswer, startedAt: number): void {
  const { key, keys } = wanted;
  const { status, isRefreshed = false } = answer;
  // Other statuses are temporary failures, which are not cached.
  if (status !== 200 && status !== 404) return;
  const space = status === 404 ? 'open' : keys;
  const entries = generation[space];
  remember(entries, key, answer, generation.limits[space]);
  const leftMs = timeLeft(answer, startedAt);
  if (leftMs === undefined) return;
  const end = () => {
    const entry = entries.get(key);
    if (entry?.value !== answer) return;
    const unusedMs = entry.isUsed ? 0 : wanted.unusedMs + (answer.keptMs ?? 0);
    if (!isRefreshed || generation.isOver || unusedMs >= REFRESHED_UNUSED_MS) entries.delete(key);
    else
      void refresh(
        generation,
        { ...wanted, unusedMs },
        { keptMs: answer.keptMs, forgetLast: () => forget(entries, key, answer) },
      );
  };
  setTimeout(end, isRefreshed ? leftMs + AFTER_OTHERS_MS : leftMs).unref();
}

/** Makes the next answer. If that fails or takes as long as an answer is kept, the next caller waits for one, and gets no old one. */
async function refresh(
  generation: Generation,
  wanted: Wanted,
  { keptMs, forgetLast }: { keptMs: number | undefined; forgetLast: () => void },
): Promise<void> {
  const deadline = setTimeout(forgetLast, keptMs).unref();
  try {
    await makeOnce(generation, wanted);
  } catch {
    // The next caller tries again.
  } finally {
    clearTimeout(deadline);
    forgetLast();
  }
}

/** How long an answer may still be kept; undefined: until content changes. */
function timeLeft({ keptMs }: PublicAnswer, startedAt: number): number | undefined {
  if (!keptMs) return undefined;
  const leftMs = keptMs - (startedAt % keptMs) - (Date.now() - startedAt);
  return leftMs > 0 ? leftMs : LATE_ANSWER_KEPT_MS;
}

function recall<Value>(entries: Entries<Value>, key: string): Value | undefined {
  const known = entries.get(key);
  if (known) known.isUsed = true;
  return known?.value;
}

function remember<Value>(entries: Entries<Value>, key: string, value: Value, maxEntries: number): void {
  if (!entries.has(key) && entries.size >= maxEntries) evictOne(entries);
  entries.set(key, { value, isUsed: false });
}

/** Marks are cheaper than an exact order, which each use would have to change. Ends, because a mark saves once. */
function evictOne(entries: Entries<unknown>): void {
  for (const [key, entry] of entries) {
    entries.delete(key);
    if (!entry.isUsed) return;
    entries.set(key, { ...entry, isUsed: false });
  }
}

function forget(entries: Entries<PublicAnswer>, key: string, answer: PublicAnswer): void {
  if (entries.get(key)?.value === answer) entries.delete(key);
}

/** Hashes and compresses a body once for all later requests. */
export async function createPublicAnswer(
  body: string | Buffer,
  contentType: string,
  { status = 200, isCompressible = true, brotliQuality = BROTLI_QUALITY } = {},
): Promise<PublicAnswer> {
  const identity = Buffer.from(body);
  const etag = createHash('sha256').update(identity).digest('base64url').slice(0, 27);
  if (!isCompressible || identity.length < COMPRESSION_MIN_BYTES)
    return { status, contentType, etag, identity };
  const [br, gz] = await Promise.all([
    compressBrotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
    compressGzip(identity),
  ]);
  return { status, contentType, etag, identity, br, gzip: gz };
}

/** Browsers revalidate each time and get 304 while nothing has changed. */
export const REVALIDATED = 'public, max-age=0, must-revalidate';

/** Sends the answer in the best encoding that the client accepts, or 304 when the client has it. */
export function sendPublicAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: PublicAnswer,
  cacheControl = REVALIDATED,
): FastifyReply {
  const { status, headers, body } = chooseResponse(request.headers, answer, cacheControl);
  return reply.status(status).headers(headers).send(body);
}

/** What the client gets of an answer. `body` is undefined when the client has it. */
export function chooseResponse(
  requested: IncomingHttpHeaders,
  answer: PublicAnswer,
  cacheControl = REVALIDATED,
): { status: number; headers: Record<string, string>; body?: Buffer | undefined } {
  const encoding = chooseEncoding(requested['accept-encoding'], answer);
  // Strong validators differ between encodings of one body: RFC 9110, section 8.8.1.
  const etag = encoding === 'identity' ? `"${answer.etag}"` : `"${answer.etag}-${encoding}"`;
  // Also with 304, whose headers replace those that the browser keeps: RFC 9111, section 3.2.
  const headers: Record<string, string> = {
    ...answer.headers,
    etag,
    vary: 'Accept-Encoding',
    'cache-control': cacheControl,
  };
  if (answer.status === 200 && hasETag(requested['if-none-match'], etag)) return { status: 304, headers };
  if (encoding !== 'identity') headers['content-encoding'] = encoding;
  headers['content-type'] = answer.contentType;
  return { status: answer.status, headers, body: answer[encoding] };
}

/** The client's preferred encoding; of equal ones the smallest. Source: RFC 9110, section 12.5.3. */
function chooseEncoding(accepted: string | undefined, answer: PublicAnswer): 'br' | 'gzip' | 'identity' {
  if (!accepted) return 'identity';
  const weights = new Map(accepted.split(',').map(readWeight));
  const weightOf = (name: 'br' | 'gzip') => (answer[name] && (weights.get(name) ?? weights.get('*'))) ?? 0;
  const [br, gz, identity] = [weightOf('br'), weightOf('gzip'), weights.get('identity') ?? 0];
  if (br > 0 && br >= gz && br >= identity) return 'br';
  return gz > 0 && gz >= identity ? 'gzip' : 'identity';
}

function readWeight(preference: string): [name: string, weight: number] {
  const [name = '', ...parameters] = preference.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  return [name, weight === undefined ? 1 : Number(weight.slice(2)) || 0];
}

/** Whether an If-None-Match header names this ETag. */
export function hasETag(header: string | undefined, etag: string): boolean {
  if (!header) return false;
  return header.split(',').some((part) => part.trim().replace(/^W\//, '') === etag || part.trim() === '*');
}
