import pino, { type DestinationStream, type LogFn, type Logger as PinoLogger } from 'pino';

export type Logger = PinoLogger;

/** Paths whose values never reach a log line. */
const SECRETS = [
  'password',
  'newPassword',
  'currentPassword',
  'accessToken',
  'refreshToken',
  'clientSecret',
  'token',
  'authorization',
  '*.password',
  '*.newPassword',
  '*.currentPassword',
  '*.accessToken',
  '*.refreshToken',
  '*.clientSecret',
  '*.token',
  '*.authorization',
  'req.headers',
  'err.parameters',
  'err.params',
  'err.query',
  'err.config',
];

/** Longer chains of causes are circular. */
const CAUSES_MAX = 5;

/** While nothing can be written, lines wait up to this size, and then are dropped. */
const BACKLOG_BYTES = 2 ** 20;

let writeFailures = 0;

/** How often the log couldn't be written since the process started. */
export function countLogWriteFailures(): number {
  return writeFailures;
}

/** Standard output. A full disk or a closed pipe behind it loses lines and doesn't end the process. */
function openOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, maxLength: BACKLOG_BYTES });
  // Pino's own listener throws everything but a closed pipe.
  output.removeAllListeners('error');
  output.on('error', () => (writeFailures += 1));
  // Each line is written at once. What couldn't be is tried with the next line, and not for ever.
  return Object.assign(output, { flushSync: () => {} });
}

/**
 * Creates structured logs, one JSON object per line.
 * Errors are logged only by type, code, message and stack: other properties (statement parameters, the row that violated
 * a constraint, a mail server's dialogue) may be secret.
 */
export function createLogger({
  level,
  to = openOutput(),
}: {
  level: string;
  to?: DestinationStream;
}): Logger {
  return pino(
    {
      level,
      redact: { paths: SECRETS, censor: '[redacted]' },
      hooks: { logMethod: writeWithoutValues },
      serializers: { err: toLoggedError, error: toLoggedError, warning: toLoggedError },
    },
    to,
  );
}

/** Where a terminal shows the lines readable, for local mode. */
export async function openReadableOutput(): Promise<DestinationStream> {
  const { default: pretty } = await import('pino-pretty');
  return pretty({ translateTime: 'HH:MM:ss', ignore: 'pid,hostname' });
}

/** Without its own message, pino would log the error's message unfiltered. */
function writeWithoutValues(this: Logger, args: Parameters<LogFn>, method: LogFn): void {
  const [fields, message, ...rest] = args;
  const error: unknown =
    typeof fields === 'object' && fields !== null && 'err' in fields ? fields.err : fields;
  if (!(error instanceof Error)) return method.apply(this, args);
  const line = error === fields ? { err: error } : fields;
  return method.call(this, line, withoutValues(message ?? error.message), ...rest);
}

type LoggedError = { type: string; message: string; code?: unknown; stack?: string; cause?: LoggedError };

function toLoggedError(error: unknown): LoggedError {
  return serializeError(error, CAUSES_MAX);
}

function serializeError(error: unknown, causesLeft: number): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: describeThrown(error) };
  const message = withoutValues(error.message);
  return {
    type: error.name,
    message,
    ...('code' in error && { code: error.code }),
    ...(error.stack && { stack: `${error.name}: ${message}${framesOf(error.stack, error.message)}` }),
    ...(error.cause !== undefined &&
      causesLeft > 0 && { cause: serializeError(error.cause, causesLeft - 1) }),
  };
}

/** Removes the message from the stack, because it may contain the values that were removed from the message. */
function framesOf(stack: string, message: string): string {
  const start = stack.indexOf(message);
  if (start !== -1) return stack.slice(start + message.length);
  const frames = stack.split('\n').filter((line) => /^ {4}at /.test(line));
  return `\n${frames.join('\n')}`;
}

/** Plain objects are warnings of libraries. Only their message is logged. */
function describeThrown(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null) return String(thrown);
  return 'message' in thrown ? String(thrown.message) : 'no message';
}

/**
 * Removes values from messages: Drizzle appends parameters, and PostgreSQL quotes invalid input
 * (`invalid input syntax for type uuid: "…"`).
 */
function withoutValues(message: string): string {
  return message.replace(/\nparams:[\s\S]*$/, '').replace(/(invalid input \S+ for [^:]+): "[\s\S]*$/, '$1');
}
