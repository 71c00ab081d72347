import type { ErrorBody, ErrorCode } from '@waygate/contract/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { isDatabaseUnavailable } from '#platform/db/database-errors.ts';
import { AppError, invalid, notFound } from '#platform/errors/app-error.ts';

/** The one place where an error code meets an HTTP status. */
const STATUS: Record<ErrorCode, number> = {
  bad_request: 400,
  validation_failed: 400,
  invalid_token: 400,
  unauthenticated: 401,
  wrong_password: 403,
  account_banned: 403,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
};

const DATABASE_RETRY_SECONDS = 5;

/** Answers every failure with the error body; logs each bug once, with its request id. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const expected = asAppError(error);
    if (expected.code === 'internal') request.log.error({ err: error }, 'request failed');
    if (expected.code === 'unavailable') request.log.warn({ err: error }, 'not available');
    return sendError(request, reply, expected);
  });
}

/** Writes one failure as the error body. */
export function sendError(request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply {
  const { fields, retryAfterSeconds } = error.details;
  const body: ErrorBody = {
    code: error.code,
    message: error.message,
    ...(fields && { fields }),
    requestId: request.id,
  };
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
  return reply
    .status(STATUS[error.code])
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(body);
}

function asAppError(error: FastifyError): AppError {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return fromValidation(error);
  if (isDatabaseUnavailable(error)) {
    return new AppError('unavailable', 'The database cannot be reached. Please try again in a moment.', {
      retryAfterSeconds: DATABASE_RETRY_SECONDS,
    });
  }
  return fromStatus(error.statusCode);
}

function fromValidation(error: FastifyError): AppError {
  const fields: Record<string, string> = {};
  for (const { instancePath, message } of error.validation ?? []) {
    fields[instancePath.slice(1).replaceAll('/', '.') || 'body'] ??= message ?? 'This value is not valid.';
  }
  if (error.validationContext === 'params') return notFound('There is nothing at this address.');
  return invalid(Object.values(fields)[0] ?? 'This request is not valid.', fields);
}

const BY_STATUS: Record<number, () => AppError> = {
  404: () => notFound('There is nothing at this address.'),
  413: () => new AppError('payload_too_large', 'This request is too large.'),
  415: () => new AppError('unsupported_media_type', 'Please send JSON.'),
};

function fromStatus(status = 500): AppError {
  const known = BY_STATUS[status];
  if (known) return known();
  if (status >= 500) return new AppError('internal', 'Something went wrong on our side. Please try again.');
  return new AppError('bad_request', 'This request could not be read.');
}
