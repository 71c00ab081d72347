import type { ErrorBody, ErrorCode } from '@waygate/contract/errors';

/** A call that failed: by the server's answer, or on the way (`network`). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | 'network';
  readonly fields: Record<string, string>;
  /** After a conflict of two editors: the record as it is now. */
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

/** The sentence to show: the server's message first, then the error's own text, then the default. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof Error && error.message !== '' ? error.message : fallback;
}
