/** Why there is no backup, or why it can't be restored: a sentence for the operator. */
export class BackupFault extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BackupFault';
  }
}
