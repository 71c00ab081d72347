import { type CallInput, type CallOutput, type Endpoint, endpointUrl } from '@waygate/contract/endpoint';
import type { ErrorBody } from '@waygate/contract/errors';
import { ApiError, isCancelled } from './api-error.ts';
import { forgetSession, readSession } from './session.ts';

/** What is read of an answer. */
type Answer = Pick<Response, 'ok' | 'status' | 'json'>;

/** The browser's `fetch`, or the server's own while it renders a page. */
export type Fetch = (path: string, init: RequestInit) => Promise<Answer>;

type CallOptions = {
  fetch?: Fetch;
  signal?: AbortSignal;
  /** The file for an upload endpoint. */
  file?: File | undefined;
};

/**
 * Calls one endpoint of the contract with the stored session.
 *
 * @throws ApiError for error responses and network failures
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  { fetch = (path, init) => window.fetch(path, init), signal, file }: CallOptions = {},
): Promise<CallOutput<E>> {
  // CallInput has exactly the parts that the endpoint defines.
  const {
    params,
    query,
    body: fields,
  } = input as {
    params?: Record<string, unknown>;
    query?: Record<string, unknown>;
    body?: Record<string, unknown>;
  };
  const body = endpoint.upload ? toForm(fields, endpoint.upload.field, file) : fields;
  const response = await send(() =>
    fetch(endpointUrl(endpoint, params, query), {
      method: endpoint.method,
      headers: requestHeaders(body),
      ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
      ...(signal && { signal }),
    }),
  );
  const answer = await readJson(response);
  // The server enforces the contract's response schema.
  if (response.ok) return answer as CallOutput<E>;
  if (response.status === 401) forgetSession();
  throw new ApiError(response.status, hasMessage(answer) ? answer : {});
}

/** Text fields first and the file last, as the server reads them. */
function toForm(fields: Record<string, unknown> = {}, fileField: string, file: File | undefined): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (['string', 'number', 'boolean'].includes(typeof value)) form.set(name, String(value));
  }
  if (file) form.set(fileField, file);
  return form;
}

/** A proxy may respond in its own format, maybe with a message. */
function hasMessage(answer: unknown): answer is Partial<ErrorBody> {
  return (
    typeof answer === 'object' && answer !== null && 'message' in answer && typeof answer.message === 'string'
  );
}

function requestHeaders(body: unknown): Record<string, string> {
  const session = typeof window === 'undefined' ? null : readSession();
  return {
    accept: 'application/json',
    ...(session && { authorization: `Bearer ${session.accessToken}` }),
    ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
  };
}

async function send(fetching: () => Promise<Answer>): Promise<Answer> {
  try {
    return await fetching();
  } catch (error) {
    if (isCancelled(error)) throw error;
    throw new ApiError(0, {
      message: "The server can't be reached. Check your connection and try again.",
    });
  }
}

async function readJson(response: Answer): Promise<unknown> {
  if (response.status === 204) return undefined;
  try {
    return await response.json();
  } catch {
    // A proxy's HTML error page: the status is enough.
    return undefined;
  }
}
