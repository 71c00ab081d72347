import type { RefusedBudget } from '@waygate/contract/budgets/budgets.schemas';
import type { ErrorCode } from '@waygate/contract/errors';

type Details = {
  /** Field name → message. */
  fields?: Record<string, string>;
  /** For edit conflicts: the current record, in the shape of its endpoint. */
  current?: unknown;
  /** The budget that does not reach, and whose it is. */
  budget?: RefusedBudget;
  staffId?: number;
  /** When a retry may succeed. */
  retryAfterSeconds?: number;
};

/** An expected failure. `message` is a sentence for the user; the error handler maps `code` to an HTTP status. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Details;

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }
}

export function badRequest(message = 'This request could not be read.'): AppError {
  return new AppError('bad_request', message);
}

export function payloadTooLarge(message = 'This request is too large.'): AppError {
  return new AppError('payload_too_large', message);
}

export function unsupportedMediaType(message: string): AppError {
  return new AppError('unsupported_media_type', message);
}

export function notFound(message: string): AppError {
  return new AppError('not_found', message);
}

export function conflict(message: string, fields?: Record<string, string>): AppError {
  return new AppError('conflict', message, fields ? { fields } : {});
}

/** Another editor saved the record after this one had read it. */
export function editConflict(current: unknown): AppError {
  const message = 'Somebody else has changed this in the meantime. Please look at both versions.';
  return new AppError('conflict', message, { current });
}

export function invalid(message: string, fields?: Record<string, string>): AppError {
  return new AppError('validation_failed', message, fields ? { fields } : {});
}

export function unauthenticated(message = 'Please sign in.'): AppError {
  return new AppError('unauthenticated', message);
}

export function forbidden(message = 'You do not have the right to do this.'): AppError {
  return new AppError('forbidden', message);
}

/** No 401, which would end the session: only its proof is too old. */
export function sudoRequired(): AppError {
  return new AppError('sudo_required', 'Please confirm that it is you.');
}

export function factorRequired(): AppError {
  return new AppError(
    'factor_required',
    'Staff accounts need a second factor here. Set one up on your profile, under Security.',
  );
}

export function invalidToken(message: string): AppError {
  return new AppError('invalid_token', message);
}

export function wrongPassword(message: string, fields: Record<string, string>): AppError {
  return new AppError('wrong_password', message, { fields });
}

export function accountBanned(message: string): AppError {
  return new AppError('account_banned', message);
}

export function tooManyRequests(retryAfterSeconds: number, cause = 'Too many attempts.'): AppError {
  const seconds = Math.max(1, Math.ceil(retryAfterSeconds));
  return new AppError('too_many_requests', `${cause} Please try again in ${inWords(seconds)}.`, {
    retryAfterSeconds: seconds,
  });
}

export function unavailable(
  retryAfterSeconds: number,
  message = 'The server is busy. Please try again in a moment.',
): AppError {
  return new AppError('unavailable', message, { retryAfterSeconds });
}

function inWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}
