/** Sources: errno(3), and https://www.postgresql.org/docs/current/errcodes-appendix.html */
const UNREACHABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  '25006', // read-only: a standby that was not promoted yet
  '25P03', // ended while idle in a transaction
  '53000', // insufficient resources
  '53100', // disk full
  '53200', // out of memory
  '53300', // too many connections
  '57P01', // terminated by an administrator
  '57P02', // crash shutdown
  '57P03', // starting up
  '57P05', // ended while idle
]);

/** Messages of pg without a code. Anchored at the start, because a message may quote user input. */
const UNREACHABLE_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired$|Client has encountered a connection error|Client was closed and is not queryable|Cannot use a pool after calling end|Query read timeout)/;

/** Whether the database is unavailable, and not the statement wrong. Checks wrapped errors too. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return errorChain(error).some(
    ({ code, syscall, message }) =>
      (typeof code === 'string' &&
        (UNREACHABLE_CODES.has(code) ||
          // Class 08 (connection exceptions), but no errno that begins the same way; then a missing Unix socket.
          /^08[0-9A-Z]{3}$/.test(code) ||
          (code === 'ENOENT' && syscall === 'connect'))) ||
      (typeof message === 'string' && UNREACHABLE_MESSAGES.test(message)),
  );
}

/** Whether the statement exceeded its timeout. Source: SQLSTATE 57014, as above. */
export function isStatementTimeout(error: unknown): boolean {
  return errorChain(error).some(({ code }) => code === '57014');
}

/**
 * Whether a lock wasn't given in time, or only by a deadlock's end. The caller has changed nothing and may try again.
 * Source: SQLSTATE 55P03 and 40P01, as above.
 */
export function isLockRefused(error: unknown): boolean {
  return errorChain(error).some(({ code }) => code === '55P03' || code === '40P01');
}

/**
 * The name of the unique constraint or index that a write violated, if any.
 * Source: SQLSTATE 23505, https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
export function violatedUniqueKey(error: unknown): string | undefined {
  const violation = errorChain(error).find(({ code }) => code === '23505');
  return typeof violation?.constraint === 'string' ? violation.constraint : undefined;
}

/**
 * The name of the exclusion constraint that a write violated, if any.
 * Source: SQLSTATE 23P01, https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
export function violatedExclusion(error: unknown): string | undefined {
  const violation = errorChain(error).find(({ code }) => code === '23P01');
  return typeof violation?.constraint === 'string' ? violation.constraint : undefined;
}

/**
 * The message for the user with which a trigger of the portal refused a write, if one did.
 * Triggers raise it with SQLSTATE WG001, which PostgreSQL does not use.
 */
export function refusedByRule(error: unknown): string | undefined {
  const refusal = errorChain(error).find(({ code }) => code === 'WG001');
  return typeof refusal?.message === 'string' ? refusal.message : undefined;
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
