import type { ErrorBody, ErrorCode } from '@waygate/contract/errors';
import { type FailureCode, isFailureCode, withNotice } from '@waygate/contract/site/notices';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { isDatabaseUnavailable, refusedByRule } from '#platform/db/database-errors.ts';
import {
  AppError,
  badRequest,
  invalid,
  notFound,
  payloadTooLarge,
  unsupportedMediaType,
} from '#platform/errors/app-error.ts';

/** The only mapping of error codes to HTTP statuses. */
const STATUS: Record<ErrorCode, number> = {
  bad_request: 400,
  validation_failed: 400,
  invalid_token: 400,
  unauthenticated: 401,
  wrong_password: 403,
  account_banned: 403,
  forbidden: 403,
  budget_exceeded: 403,
  factor_required: 403,
  sudo_required: 403,
  not_found: 404,
  conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
};

const DATABASE_RETRY_SECONDS = 5;

/** Answers every failure with the error body. Logs each bug once, with its request id. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: unknown, request, reply) => answerFailure(error, request, reply));
  // Methods without any route, such as PROPFIND, reach neither the API's 404 route nor the pages.
  app.setNotFoundHandler(refuseUnknownAddress);
}

/** Answers any thrown value with the error body. */
export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  void sendError(request, reply, logged(error, request));
}

/**
 * Creates an error handler that redirects the browser to a page, which shows a notice.
 *
 * @param notices for error codes whose notice has another name; codes without a notice become 'failed'
 */
export function leadToFailurePage(page: string, notices: Partial<Record<ErrorCode, FailureCode>> = {}) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const { code } = logged(error, request);
    const notice = notices[code] ?? (isFailureCode(code) ? code : 'failed');
    void reply
      .headers({ 'cache-control': 'no-store', 'x-request-id': request.id })
      .redirect(withNotice(page, { error: notice }), 302);
  };
}

function logged(error: unknown, request: FastifyRequest): AppError {
  const expected = asAppError(error);
  if (expected.code === 'internal') request.log.error({ err: error }, 'request failed');
  if (expected.code === 'unavailable') request.log.warn({ err: error }, 'not available');
  return expected;
}

/** Answers 404 before the body is read, because a body for an unknown address need not be JSON. */
export async function refuseUnknownAddress(): Promise<never> {
  throw notFound('There is nothing at this address.');
}

/** Writes one failure as the error body. */
function sendError(request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply {
  const { fields, current, budget, retryAfterSeconds } = error.details;
  const body: ErrorBody = {
    code: error.code,
    message: error.message,
    ...(fields && { fields }),
    ...(current !== undefined && { current }),
    ...(budget && { budget }),
    requestId: request.id,
  };
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
  return reply
    .status(STATUS[error.code])
    .headers({ 'cache-control': 'no-store', 'x-request-id': request.id })
    .type('application/json; charset=utf-8')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(body);
}

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return fromValidation(error);
  const clientStatus = statusOfBadRequest(error);
  if (clientStatus !== undefined) return fromClientStatus(clientStatus);
  const refusal = refusedByRule(error);
  if (refusal !== undefined) return invalid(refusal);
  if (isDatabaseUnavailable(error)) {
    return new AppError('unavailable', 'The database cannot be reached. Please try again in a moment.', {
      retryAfterSeconds: DATABASE_RETRY_SECONDS,
    });
  }
  return new AppError('internal', 'Something went wrong on our side. Please try again.');
}

function fromValidation({ validation, validationContext }: FastifyError): AppError {
  if (validationContext === 'params') return notFound('There is nothing at this address.');
  // A map, because a field may be named like a property of Object.prototype.
  const fields = new Map<string, string>();
  for (const { instancePath, message } of validation ?? []) {
    const name = instancePath.slice(1).replaceAll('/', '.') || 'body';
    if (!fields.has(name)) fields.set(name, message ?? 'This value is not valid.');
  }
  const [firstMessage = 'This request is not valid.'] = fields.values();
  return invalid(firstMessage, Object.fromEntries(fields));
}

/**
 * The 4xx status of a request that Fastify refused. A `statusCode` on any other error, such as a payment provider's, is
 * about the portal's own request and not the caller's.
 */
function statusOfBadRequest(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, statusCode, expose }: Partial<FastifyError & { expose: boolean }> = error;
  const isOfFramework = code?.startsWith('FST_') || typeof expose === 'boolean';
  // The caller disconnected while sending; nobody reads this response.
  const isHangUp = code === 'ECONNRESET' && error.message === 'aborted';
  if (!isOfFramework && !isHangUp) return undefined;
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500 ? statusCode : undefined;
}

const BY_STATUS: Record<number, () => AppError> = {
  404: () => notFound('There is nothing at this address.'),
  413: () => payloadTooLarge(),
  414: () => notFound('There is nothing at this address.'),
  415: () => unsupportedMediaType('Please send JSON.'),
  416: () => new AppError('range_not_satisfiable', 'The file has no such part.'),
};

function fromClientStatus(status: number): AppError {
  return BY_STATUS[status]?.() ?? badRequest();
}
