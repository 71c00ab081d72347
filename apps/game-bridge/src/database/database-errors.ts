/**
 * - `unreachable`: no connection, or it broke; the outcome of the last statement isn't known
 * - `busy`: a lock was not to be had in time, or a deadlock; another try may succeed
 * - `duplicate`: a unique key is taken
 * - `out_of_range`: a number that doesn't fit into its column
 * - `setup`: a missing table, column or right, or a database that can't be written
 */
export type DatabaseFault = 'unreachable' | 'busy' | 'duplicate' | 'out_of_range' | 'setup' | 'other';

const CODES: Record<Exclude<DatabaseFault, 'other'>, string> = {
  unreachable: `ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT ENOENT ENOTFOUND EAI_AGAIN EHOSTUNREACH
    PROTOCOL_CONNECTION_LOST PROTOCOL_SEQUENCE_TIMEOUT PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR
    PROTOCOL_UNEXPECTED_PACKET ECONNABORTED ENETUNREACH ENETDOWN EHOSTDOWN
    ER_SERVER_SHUTDOWN ER_CON_COUNT_ERROR ER_TOO_MANY_USER_CONNECTIONS ER_CONNECTION_KILLED
    ER_CLIENT_INTERACTION_TIMEOUT ER_NORMAL_SHUTDOWN
    08000 08001 08003 08004 08006 08007 53300 57P01 57P02 57P03 57P04 57P05 25P03`,
  busy: `ER_LOCK_DEADLOCK ER_LOCK_WAIT_TIMEOUT ER_CHECKREAD ER_QUERY_TIMEOUT ER_STATEMENT_TIMEOUT
    ER_TRANSACTION_ROLLBACK_DURING_COMMIT 40001 40P01 55P03 57014 SQLITE_BUSY SQLITE_LOCKED`,
  duplicate: 'ER_DUP_ENTRY ER_DUP_ENTRY_WITH_KEY_NAME 23505 SQLITE_CONSTRAINT_UNIQUE',
  out_of_range: 'ER_WARN_DATA_OUT_OF_RANGE 22003',
  setup: `ER_NO_SUCH_TABLE ER_BAD_FIELD_ERROR ER_BAD_DB_ERROR ER_PARSE_ERROR ER_NO_DEFAULT_FOR_FIELD
    ER_TABLEACCESS_DENIED_ERROR ER_COLUMNACCESS_DENIED_ERROR ER_DBACCESS_DENIED_ERROR
    ER_ACCESS_DENIED_ERROR ER_SPECIFIC_ACCESS_DENIED_ERROR ER_PROCACCESS_DENIED_ERROR
    ER_OPTION_PREVENTS_STATEMENT ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION ER_OPEN_AS_READONLY
    ER_READ_ONLY_MODE ER_CRASHED_ON_USAGE ER_CRASHED_ON_REPAIR ER_NOT_KEYFILE ER_RECORD_FILE_FULL ER_DISK_FULL
    ER_TRUNCATED_WRONG_VALUE_FOR_FIELD ER_DATA_TOO_LONG ER_BAD_NULL_ERROR 53100 22001 22P02
    ER_SP_DOES_NOT_EXIST ER_WRONG_VALUE_COUNT_ON_ROW ER_CANT_AGGREGATE_2COLLATIONS
    42P01 42703 42501 25006 28P01 28000 3D000 42601 3F000 42883
    SQLITE_READONLY SQLITE_CANTOPEN SQLITE_NOTADB SQLITE_ERROR`,
};
const FAULTS = new Map<string, DatabaseFault>();
for (const [fault, codes] of Object.entries(CODES)) {
  // The keys of CODES are faults.
  for (const code of codes.split(/\s+/)) FAULTS.set(code, fault as DatabaseFault);
}

const SQLITE_CODES: Record<number, string> = {
  1: 'SQLITE_ERROR',
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  8: 'SQLITE_READONLY',
  14: 'SQLITE_CANTOPEN',
  26: 'SQLITE_NOTADB',
};
const SQLITE_UNIQUE = [1555, 2067];
const LOST =
  /connection (is in closed state|terminated|lost|ended)|can't add new command when connection is in closed state|is not queryable|query read timeout|client was closed|timeout exceeded when trying to connect|server closed the connection/i;

/** What kind of fault an error of a database is. */
export function databaseFault(error: unknown): DatabaseFault {
  const fault = FAULTS.get(codeOf(error));
  if (fault !== undefined) return fault;
  return error instanceof Error && LOST.test(error.message) ? 'unreachable' : 'other';
}

/** An error of a database in one sentence, without the statement and its parameters. */
export function describeDatabaseError(error: unknown): string {
  // Of several addresses of one host, each with its own error.
  if (error instanceof AggregateError) return describeDatabaseError(error.errors[0]);
  const message = error instanceof Error ? error.message : String(error);
  const line = message.replaceAll(/\s+/g, ' ').trim().slice(0, 300);
  return line === '' ? codeOf(error) : line;
}

function codeOf(error: unknown): string {
  const { code, errcode } = Object(error);
  if (code === 'ERR_SQLITE_ERROR') {
    if (SQLITE_UNIQUE.includes(errcode)) return 'SQLITE_CONSTRAINT_UNIQUE';
    // The lower byte is the primary code.
    return SQLITE_CODES[Number(errcode) & 0xff] ?? 'SQLITE_OTHER';
  }
  if (error instanceof AggregateError && code === undefined) return codeOf(error.errors[0]);
  return String(code ?? '');
}
