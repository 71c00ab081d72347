import { BackupFault } from '#features/backups/backups.ts';
import { LoadRefused } from '#platform/db/copy/load-target.ts';
import { LoadUnfinished } from '#platform/db/copy/unfinished-load.ts';
import { StartError } from '#app/run-program.ts';

/** Runs a command whose expected failures are sentences for the operator. */
export async function sentencesOf(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isExpected = [BackupFault, LoadRefused, LoadUnfinished].some((kind) => error instanceof kind);
    throw isExpected && error instanceof Error ? new StartError(error.message) : error;
  }
}
