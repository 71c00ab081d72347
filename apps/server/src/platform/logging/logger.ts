import pino, { type Logger as PinoLogger } from 'pino';
import pretty from 'pino-pretty';

export type Logger = PinoLogger;

/** Paths whose values never reach a log line. */
const SECRETS = [
  'password',
  'newPassword',
  'currentPassword',
  'accessToken',
  'token',
  'authorization',
  '*.password',
  '*.newPassword',
  '*.currentPassword',
  '*.accessToken',
  '*.token',
  '*.authorization',
  'req.headers',
  'err.parameters',
  'err.params',
  'err.query',
  'err.config',
];

/**
 * Structured logs, one JSON object a line; readable lines on a terminal in embedded mode.
 * Drizzle's errors carry the statement's parameters, which may be secrets: only names and codes are kept.
 */
export function createLogger({ level, isReadable = false }: { level: string; isReadable?: boolean }): Logger {
  return pino(
    { level, redact: { paths: SECRETS, censor: '[redacted]' }, serializers: { err: serializeError } },
    isReadable ? pretty({ translateTime: 'HH:MM:ss', ignore: 'pid,hostname' }) : pino.destination(1),
  );
}

type LoggedError = { type: string; message: string; code?: unknown; stack?: string; cause?: LoggedError };

function serializeError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const withoutParameters = error.message.replace(/\nparams:[\s\S]*$/, '');
  return {
    type: error.name,
    message: withoutParameters,
    ...('code' in error && { code: error.code }),
    ...(error.stack && { stack: error.stack.replace(/\nparams:[\s\S]*?(?=\n {4}at |$)/, '') }),
    ...(error.cause !== undefined && { cause: serializeError(error.cause) }),
  };
}
