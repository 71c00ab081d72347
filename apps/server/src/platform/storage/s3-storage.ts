import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { S3Config } from '#platform/config/config.ts';
import { unavailable } from '#platform/errors/app-error.ts';
import { type ByteRange, DOWNLOADS_AT_ONCE, type Storage, type StoredFile } from './storage.ts';

const RETRY_AFTER_SECONDS = 10;
const CONNECT_TIMEOUT_MS = 3000;
const SILENCE_TIMEOUT_MS = 30_000;

/** Connections for requests that end soon: metadata, uploads, removals. */
const SHORT_CONNECTIONS = 50;
/** Connections for content, which are in use as long as a client reads: downloads and pictures. */
const CONTENT_CONNECTIONS = DOWNLOADS_AT_ONCE + 50;

type Clients = {
  short: S3Client;
  /** Separate, so that long downloads keep nobody waiting for metadata. */
  content: S3Client;
};

/** Files in a bucket of S3 or a compatible service. */
export function createS3Storage({ bucket, ...config }: S3Config): Storage {
  const clients: Clients = {
    short: createClient(config, SHORT_CONNECTIONS),
    content: createClient(config, CONTENT_CONNECTIONS),
  };
  return {
    put: async (key, content, contentType) => {
      const object = { Bucket: bucket, Key: key, Body: content, ContentType: contentType };
      await clients.short.send(new PutObjectCommand(object)).catch(refuse);
    },
    // One request holds up to 5 GB.
    putStream: async (key, content, { size, contentType }) => {
      const object = {
        Bucket: bucket,
        Key: key,
        Body: content,
        ContentLength: size,
        ContentType: contentType,
      };
      await clients.content.send(new PutObjectCommand(object)).catch(refuse);
    },
    list: (folder) => listKeys(clients.short, bucket, folder),
    open: (key) => openObject(clients, bucket, key),
    remove: async (key) => {
      await clients.short.send(new DeleteObjectCommand({ Bucket: bucket, Key: key })).catch(refuse);
    },
  };
}

function createClient(
  { region, endpoint, ...credentials }: Omit<S3Config, 'bucket'>,
  maxSockets: number,
): S3Client {
  return new S3Client({
    region,
    credentials,
    // Compatible services support neither buckets as host names nor the newer checksums.
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      httpAgent: { maxSockets },
      httpsAgent: { maxSockets },
      // Without these, a request to an unreachable server waits for the system's timeout.
      connectionTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_TIMEOUT_MS,
    },
  });
}

async function openObject(clients: Clients, bucket: string, key: string): Promise<StoredFile | undefined> {
  const object = { Bucket: bucket, Key: key };
  const head = await clients.short.send(new HeadObjectCommand(object)).catch(whenMissing);
  if (!head) return undefined;
  return {
    size: head.ContentLength ?? 0,
    modifiedAt: head.LastModified ?? new Date(0),
    version: head.ETag ?? '',
    read: async (range) => {
      const part = { ...object, IfMatch: head.ETag, ...(range && { Range: rangeHeader(range) }) };
      const { Body } = await clients.content.send(new GetObjectCommand(part)).catch(refuse);
      if (!(Body instanceof Readable)) throw new Error(`S3 sent no body for ${key}.`);
      return Body;
    },
    close: async () => {},
  };
}

async function* listKeys(client: S3Client, bucket: string, folder: string): AsyncGenerator<string> {
  const asked = { Bucket: bucket, ...(folder !== '' && { Prefix: `${folder}/` }) };
  try {
    for await (const page of paginateListObjectsV2({ client }, asked))
      for (const { Key: key } of page.Contents ?? []) if (key !== undefined && !key.endsWith('/')) yield key;
  } catch (error) {
    // What the SDK throws is an error.
    refuse(error as Error);
  }
}

function rangeHeader({ start, end }: ByteRange): string {
  return `bytes=${start}-${end}`;
}

function whenMissing(error: Error): undefined {
  if (error.name !== 'NotFound' && error.name !== 'NoSuchKey') refuse(error);
}

function refuse(cause: Error): never {
  const error = unavailable(RETRY_AFTER_SECONDS);
  error.cause = cause;
  throw error;
}
