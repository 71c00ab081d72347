/** Why there is no backup, or why it can't be restored: a sentence for the operator. */
export class BackupFault extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BackupFault';
  }
}

/** What may be stored and shown: why a backup failed, without what the database contains. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  // A database's messages may quote values. Its code says what happened; the log has the rest.
  const cause = 'severity' in error ? error : error.cause;
  if (cause instanceof Error && 'severity' in cause && 'code' in cause)
    return `The database reported ${String(cause.code)}.`;
  if (error.message.startsWith('Failed query')) return error.name;
  return error.message || error.name;
}
