import { type CallInput, type Endpoint, endpointUrl, type FileShape } from '@waygate/contract/endpoint';
import { ApiError } from './api-error.ts';
import { forgetSession, readSession } from './session.ts';

type CallParts = { params?: Record<string, string>; query?: Record<string, unknown> };

export type ReceivedFile = { name: string; blob: Blob };

/**
 * Calls an endpoint that answers a file. Apart from `call`, so that only those load it who download something.
 *
 * @throws ApiError for error responses, network failures, and a file that breaks off
 */
export async function callFile<E extends Endpoint & { response: FileShape }>(
  endpoint: E,
  input: CallInput<E>,
  { signal }: { signal: AbortSignal },
): Promise<ReceivedFile> {
  // CallInput has exactly the parts that the endpoint defines.
  const { params = {}, query } = input as CallParts;
  const session = readSession();
  try {
    const response = await window.fetch(endpointUrl(endpoint, params, query), {
      method: endpoint.method,
      headers: { ...(session && { authorization: `Bearer ${session.accessToken}` }) },
      signal,
    });
    if (response.ok) return { name: nameOf(response), blob: await response.blob() };
    if (response.status === 401) forgetSession();
    throw new ApiError(response.status, await response.json().catch(() => ({})));
  } catch (error) {
    if (error instanceof ApiError || signal.aborted) throw error;
    throw new ApiError(0, { message: 'The connection was lost. Check it and try again.' });
  }
}

function nameOf({ headers }: Response): string {
  return /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'export.csv';
}
