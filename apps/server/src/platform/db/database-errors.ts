const UNREACHABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  '25006', // read-only: a standby that was not promoted yet
  '53300', // too many connections
  '57P01', // terminated by an administrator
  '57P02', // crash shutdown
  '57P03', // starting up
]);

const UNREACHABLE_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;

/** Whether the database, and not the statement, is at fault. Looks through wrapped errors. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return errorChain(error).some(
    ({ code, syscall, message }) =>
      (typeof code === 'string' &&
        (code.startsWith('08') ||
          (UNREACHABLE_CODES.has(code) && (code !== 'ENOENT' || syscall === 'connect')))) ||
      (typeof message === 'string' && UNREACHABLE_MESSAGES.test(message)),
  );
}

/**
 * The name of the unique constraint or index that refused a write, if that is what happened.
 * Source: SQLSTATE 23505, https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
export function violatedUniqueKey(error: unknown): string | undefined {
  const violation = errorChain(error).find(({ code }) => code === '23505');
  return typeof violation?.constraint === 'string' ? violation.constraint : undefined;
}

type Link = { code?: unknown; syscall?: unknown; message?: unknown; constraint?: unknown; cause?: unknown };

function errorChain(error: unknown): Link[] {
  const chain: Link[] = [];
  let current: unknown = error;
  while (typeof current === 'object' && current !== null && chain.length < 8) {
    chain.push(current);
    if (current instanceof AggregateError) chain.push(...current.errors);
    current = 'cause' in current ? current.cause : undefined;
  }
  return chain;
}
