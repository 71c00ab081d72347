import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#platform/errors/app-error.ts';
import type { StoredFile } from '#platform/storage/storage.ts';
import { parseRange } from './byte-range.ts';
import { hasETag } from './public-cache.ts';

export type SentFile = {
  file: StoredFile;
  contentType: string;
  /** A strong ETag with quotes. While it is unknown (undefined), ranges are not supported. */
  etag: string | undefined;
  headers: Record<string, string>;
  /** Milliseconds. */
  stalledMs?: number | undefined;
};

const STALLED_MS = 60_000;

/**
 * Streams a file or a range of it, or answers 304, 416 or HEAD without reading it. Always closes the file. Ends the
 * connection of a client that takes nothing for `stalledMs`, because it holds a file or a connection of the storage.
 */
export async function sendStoredFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { file, contentType, etag, headers, stalledMs = STALLED_MS }: SentFile,
): Promise<FastifyReply> {
  const range = etag === undefined ? 'whole' : askedRange(request, file, etag);
  if (range === 'unsatisfiable') {
    await file.close();
    reply.header('content-range', `bytes */${file.size}`);
    throw new AppError('range_not_satisfiable', 'The file has no such part.');
  }
  const isKnown = etag !== undefined && hasETag(request.headers['if-none-match'], etag);
  // Before the headers are set, so that a refusal isn't sent with those of the file.
  const content = isKnown || request.method === 'HEAD' ? undefined : await readOrClose(file, range);
  if (!content) await file.close();
  reply.headers({
    ...headers,
    'last-modified': file.modifiedAt.toUTCString(),
    ...(etag !== undefined && { etag, 'accept-ranges': 'bytes' }),
  });
  if (isKnown) return reply.status(304).send();
  reply.type(contentType).header('content-length', partLength(file, range));
  if (range !== 'whole') {
    reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
  }
  if (!content) return reply.send();
  reply.raw.setTimeout(stalledMs, () => reply.raw.destroy());
  return reply.send(content);
}

type SentRange = Exclude<ReturnType<typeof parseRange>, 'unsatisfiable'>;

async function readOrClose(file: StoredFile, range: SentRange): Promise<Readable> {
  try {
    return await file.read(range === 'whole' ? undefined : range);
  } catch (error) {
    await file.close();
    throw error;
  }
}

function askedRange(request: FastifyRequest, file: StoredFile, etag: string) {
  // Range applies only to GET: RFC 9110, section 14.2.
  if (request.method !== 'GET') return 'whole';
  const condition = request.headers['if-range'];
  const isSameFile =
    condition === undefined || condition === etag || condition === file.modifiedAt.toUTCString();
  return isSameFile ? parseRange(request.headers.range, file.size) : 'whole';
}

function partLength(file: StoredFile, range: SentRange): number {
  return range === 'whole' ? file.size : range.end - range.start + 1;
}
