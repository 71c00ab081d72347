import type { ErrorBody, ErrorCode } from '@waygate/contract/errors';

/** A failed call: an error response, or a network failure (code `network`). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | 'network';
  readonly fields: Record<string, string>;
  /** After an edit conflict: the current record. */
  readonly current: unknown;

  constructor(status: number, body: Partial<ErrorBody>) {
    super(body.message ?? '');
    this.name = 'ApiError';
    this.status = status;
    this.code = body.code ?? 'network';
    this.fields = body.fields ?? {};
    this.current = body.current;
  }
}

/** Whether somebody stopped it on purpose, so that there is nothing to report. */
export function isCancelled(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** The message to show: the server's, else the error's own, else the default. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof Error && error.message !== '' ? error.message : fallback;
}
