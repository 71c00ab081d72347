import type { $ZodType, input, output } from 'zod/v4/core';
import { fillPath } from './path-template.ts';
import type { Section, StaffNeed } from './permissions.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Who may call: anybody, any signed-in account, staff with the right to the section (or to one of several), owners
 * alone, or the game's bridge.
 */
export type Access = 'visitor' | 'player' | { section: StaffNeed } | { anyOf: readonly Section[] } | 'bridge';

/** At most `points` calls in `windowSeconds` for one address or one account, counted over all replicas. */
export type RateLimit = { by: 'address' | 'account'; points: number; windowSeconds: number };

/** What answers a file, part by part. */
export type FileShape = 'csv' | 'zip';

/** `empty` answers 204; `redirect` answers 302 with a Location and no body. */
export type ResponseShape = $ZodType | 'empty' | 'redirect' | FileShape;

/** A file that is made while it is sent. The name has only letters, digits, dots and hyphens. */
export type CsvFile = { fileName: string; parts: AsyncIterable<string> };

/** The same for a file of bytes. */
export type ZipFile = { fileName: string; parts: AsyncIterable<Uint8Array> };

/**
 * The body is multipart form data: text fields for `body`, and one file in the field of this name. Where the file
 * may be missing, JSON will do as well.
 */
export type Upload = { field: string; isRequired: boolean };

export type Endpoint = {
  method: Method;
  /** Below the API base, with `:name` for each parameter: `/content/news/:id`. */
  path: string;
  access: Access;
  /** The caller has proven who they are within the last 15 minutes; otherwise 403 with `sudo_required`. */
  sudo?: true;
  /** One sentence for the API page. */
  summary: string;
  limit?: RateLimit;
  /** The same response for everybody until content changes: cached in memory, sent with a strong ETag. */
  isCacheable?: boolean;
  /** For a cacheable response that also depends on the time: its maximum age. */
  keptSeconds?: number;
  params?: $ZodType;
  query?: $ZodType;
  body?: $ZodType;
  upload?: Upload;
  response: ResponseShape;
  /** The record as it is now, which a 409 carries as `current` when the caller had read an older revision of it. */
  conflict?: $ZodType;
  /** For a redirect: the page that shows failures in its `error` parameter; other endpoints send the error body. */
  failurePage?: string;
};

type InputOf<S> = S extends $ZodType ? input<S> : undefined;
type OutputOf<S> = S extends $ZodType ? output<S> : undefined;

/** The caller's input, before parsing. */
export type CallInput<E extends Endpoint> = {
  [K in 'params' | 'query' | 'body' as E[K] extends $ZodType ? K : never]: InputOf<E[K]>;
};

/** The handler's input, after parsing. */
export type ParsedInput<E extends Endpoint> = {
  [K in 'params' | 'query' | 'body']: OutputOf<E[K]>;
};

/** The handler's result: the body, nothing, the redirect's address, or a file. */
export type Answer<E extends Endpoint> = E['response'] extends $ZodType
  ? input<E['response']>
  : E['response'] extends 'redirect'
    ? string
    : E['response'] extends 'csv'
      ? CsvFile
      : E['response'] extends 'zip'
        ? ZipFile
        : void;

/** The caller's result. */
export type CallOutput<E extends Endpoint> = E['response'] extends $ZodType
  ? output<E['response']>
  : undefined;

/** One part of a call, before parsing. */
export type PartInput<E extends Endpoint, Part extends 'params' | 'query' | 'body'> = InputOf<E[Part]>;

/** The record that a conflict of two editors carries; undefined for endpoints that state none. */
export type ConflictOf<E extends Endpoint> = OutputOf<E['conflict']>;

/** Base path of every endpoint of the contract. */
export const API_BASE = '/api';

/** Defines one endpoint: method, path, access and shapes. Keeps the literal types. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

/**
 * The endpoint's address below the origin.
 *
 * @param values one string or number for each `:name` of the path
 * @param query strings, numbers and booleans; what is undefined or null is left out
 * @throws Error when a parameter is missing, empty, or a dot segment (`.` and `..`)
 */
export function endpointUrl(
  { path }: Pick<Endpoint, 'path'>,
  values: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (['string', 'number', 'boolean'].includes(typeof value)) search.set(name, String(value));
  }
  return `${API_BASE}${fillPath(path, values)}${search.size > 0 ? `?${search}` : ''}`;
}
