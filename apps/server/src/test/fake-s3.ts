import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { S3Config } from '#platform/config/config.ts';

type FakeObject = { content: Buffer; etag: string; modifiedAt: Date; contentType: string | undefined };

export type FakeS3 = {
  config: S3Config;
  objects: Map<string, FakeObject>;
  /** Method and Range of each request that was answered. */
  requests: { method: string; key: string; range: string | undefined }[];
  /** From now on every request, or each of one method, fails with this status; 0 ends that. */
  failWith: (status: number, method?: string) => void;
  /** From now on nothing of this object's content is sent beyond so many bytes; 0 keeps the head back too. */
  hold: (key: string, afterBytes: number) => HeldAnswers;
  put: (key: string, content: Buffer) => void;
};

export type HeldAnswers = {
  count: () => number;
  /** Sends the rest, and holds no further answers. */
  release: () => void;
  /** Breaks the connections of the answers that are held. */
  cut: () => void;
};

/** Answers that are held, and what sends the rest of each. */
type Hold = { afterBytes: number; responses: Set<ServerResponse>; rest: (() => void)[] };

const ACCESS_KEY_ID = 'test-key';
const BUCKET = 'waygate';

/** A server that speaks as much of S3 as the portal uses, with the bucket in the path. */
export async function useFakeS3(): Promise<FakeS3> {
  const objects: FakeS3['objects'] = new Map();
  const requests: FakeS3['requests'] = [];
  let failure: { status: number; method: string | undefined } = { status: 0, method: undefined };
  const holds = new Map<string, Hold>();
  const put = (key: string, content: Buffer, contentType?: string) => {
    const etag = `"${createHash('md5').update(content).digest('hex')}"`;
    objects.set(key, { content, etag, contentType, modifiedAt: new Date('2026-01-01T00:00:00Z') });
  };
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', headers } = request;
    const content = await buffer(request);
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://s3');
    const key = decodeURIComponent(pathname.slice(`/${BUCKET}/`.length));
    if (!isSigned(headers.authorization) || !`${pathname}/`.startsWith(`/${BUCKET}/`))
      return refuse(response, 403);
    if (failure.status !== 0 && (failure.method ?? method) === method)
      return refuse(response, failure.status);
    requests.push({ method, key, range: headers.range });
    if (method === 'PUT') {
      put(key, content, headers['content-type']);
      return void response.writeHead(200).end();
    }
    if (method === 'DELETE') {
      objects.delete(key);
      return void response.writeHead(204).end();
    }
    if (searchParams.has('list-type')) return sendList(response, [...objects.keys()], searchParams);
    const object = objects.get(key);
    if (!object) return refuse(response, 404);
    if (headers['if-match'] !== undefined && headers['if-match'] !== object.etag)
      return refuse(response, 412);
    const send = (held?: Hold) => sendObject(response, object, { method, range: headers.range, held });
    const held = method === 'GET' ? holds.get(key) : undefined;
    if (held) response.once('close', () => held.responses.delete(response));
    held?.responses.add(response);
    if (held?.afterBytes === 0) held.rest.push(send);
    else send(held);
  }
  const hold = (key: string, afterBytes: number): HeldAnswers => {
    const held: Hold = { afterBytes, responses: new Set(), rest: [] };
    holds.set(key, held);
    return {
      count: () => held.responses.size,
      release: () => {
        holds.delete(key);
        for (const send of held.rest.splice(0)) send();
      },
      cut: () => {
        for (const response of held.responses) response.destroy();
      },
    };
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo;
  return {
    config: {
      bucket: BUCKET,
      region: 'eu-test-1',
      endpoint: `http://127.0.0.1:${port}`,
      accessKeyId: ACCESS_KEY_ID,
      secretAccessKey: 'test-secret',
    },
    objects,
    requests,
    failWith: (status, method) => (failure = { status, method }),
    hold,
    put,
  };
}

function isSigned(authorization: string | undefined): boolean {
  return new RegExp(
    `^AWS4-HMAC-SHA256 Credential=${ACCESS_KEY_ID}/\\d{8}/eu-test-1/s3/aws4_request, ` +
      'SignedHeaders=[a-z0-9;-]+, Signature=[0-9a-f]{64}$',
  ).test(authorization ?? '');
}

function sendObject(
  response: ServerResponse,
  { content, etag, modifiedAt, contentType }: FakeObject,
  { method, range, held }: { method: string; range: string | undefined; held: Hold | undefined },
): void {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
  const isPart = first !== undefined && last !== undefined;
  const body = isPart ? content.subarray(Number(first), Number(last) + 1) : content;
  response.writeHead(isPart ? 206 : 200, {
    etag,
    'last-modified': modifiedAt.toUTCString(),
    'content-type': contentType ?? 'binary/octet-stream',
    'content-length': body.length,
    ...(isPart && { 'content-range': `bytes ${first}-${last}/${content.length}` }),
  });
  if (!held) return void response.end(method === 'HEAD' ? undefined : body);
  response.write(body.subarray(0, held.afterBytes));
  held.rest.push(() => response.end(body.subarray(held.afterBytes)));
}

const KEYS_OF_A_PAGE = 2;

function sendList(response: ServerResponse, keys: string[], asked: URLSearchParams): void {
  const [prefix, after] = [asked.get('prefix') ?? '', asked.get('continuation-token') ?? ''];
  const rest = keys.filter((key) => key.startsWith(prefix) && key > after).toSorted();
  const page = rest.slice(0, KEYS_OF_A_PAGE);
  const isTruncated = rest.length > page.length;
  const next = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
  response.writeHead(200, { 'content-type': 'application/xml' });
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${contents}</ListBucketResult>`,
  );
}

function refuse(response: ServerResponse, status: number): void {
  const code = status === 404 ? 'NoSuchKey' : 'Refused';
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>no</Message></Error>`,
  );
}
