import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Smaller bodies gain nothing from compression. */
const COMPRESSION_MIN_BYTES = 1024;
const BROTLI_QUALITY = 6;

export type PublicAnswer = {
  status: number;
  contentType: string;
  etag: string;
  identity: Buffer;
  br?: Buffer;
  gzip?: Buffer;
};

export type PublicCache = {
  /** The kept answer, or the one that `make` makes now; parallel callers share one making. */
  getOrMake: (key: string, make: () => Promise<PublicAnswer>) => Promise<PublicAnswer>;
  /** Forgets everything; answers still being made are not kept. */
  clear: () => void;
  /** Whether changes are being heard of. While they are not, nothing is kept. */
  setReliable: (isReliable: boolean) => void;
};

/** Answers that are the same for everybody, until content changes. */
export function createPublicCache({ maxEntries = 500 }: { maxEntries?: number } = {}): PublicCache {
  let entries = new Map<string, Promise<PublicAnswer>>();
  let isReliable = false;
  return {
    getOrMake: (key, make) => {
      const known = entries.get(key);
      if (known) return known;
      const making = make();
      if (!isReliable) return making;
      // A clear() swaps the map: what was read before a change can only land in the abandoned one.
      const kept = entries;
      kept.set(key, making);
      if (kept.size > maxEntries) kept.delete(kept.keys().next().value ?? key);
      making.catch(() => kept.delete(key));
      return making;
    },
    clear: () => {
      entries = new Map();
    },
    setReliable: (next) => {
      isReliable = next;
      entries = new Map();
    },
  };
}

/** Hashes and compresses a body once, for all who will ask for it. */
export async function createPublicAnswer(
  body: string | Buffer,
  contentType: string,
  status = 200,
): Promise<PublicAnswer> {
  const identity = Buffer.from(body);
  const etag = createHash('sha256').update(identity).digest('base64url').slice(0, 27);
  if (identity.length < COMPRESSION_MIN_BYTES) return { status, contentType, etag, identity };
  const [br, gz] = await Promise.all([
    compressBrotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
    compressGzip(identity),
  ]);
  return { status, contentType, etag, identity, br, gzip: gz };
}

/** Sends the answer in the best encoding the client takes, or 304 when it already has it. */
export function sendPublicAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: PublicAnswer,
): FastifyReply {
  const encoding = chooseEncoding(request.headers['accept-encoding'], answer);
  // Strong validators differ between encodings of one body: RFC 9110, section 8.8.1.
  const etag = encoding === 'identity' ? `"${answer.etag}"` : `"${answer.etag}-${encoding}"`;
  reply.headers({ etag, vary: 'Accept-Encoding', 'cache-control': 'public, max-age=0, must-revalidate' });
  if (answer.status === 200 && hasETag(request.headers['if-none-match'], etag))
    return reply.status(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.status(answer.status).header('content-type', answer.contentType).send(answer[encoding]);
}

function chooseEncoding(accepted: string | undefined, answer: PublicAnswer): 'br' | 'gzip' | 'identity' {
  if (!accepted) return 'identity';
  const names = accepted
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(';')[0]);
  if (answer.br && names.includes('br')) return 'br';
  if (answer.gzip && names.includes('gzip')) return 'gzip';
  return 'identity';
}

function hasETag(header: string | undefined, etag: string): boolean {
  if (!header) return false;
  return header.split(',').some((part) => part.trim().replace(/^W\//, '') === etag || part.trim() === '*');
}
