import { BackupFault } from '#features/backups/backups.ts';
import { LoadRefused } from '#platform/db/copy/load-target.ts';
import { StartError } from '#app/run-program.ts';

/** Runs a command whose expected failures are sentences for the operator. */
export async function sentencesOf(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof BackupFault || error instanceof LoadRefused) throw new StartError(error.message);
    throw error;
  }
}
