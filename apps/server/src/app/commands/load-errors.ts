import { BackupFault } from '#features/backups/backups.ts';
import { LoadRefused } from '#platform/db/copy/load-target.ts';
import { LoadUnfinished } from '#platform/db/copy/unfinished-load.ts';
import { isDenied } from '#platform/storage/disk-storage.ts';
import { StartError } from '#app/run-program.ts';

/** Runs a command whose expected failures are sentences for the operator. */
export async function sentencesOf(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isExpected = [BackupFault, LoadRefused, LoadUnfinished].some((kind) => error instanceof kind);
    if (isDenied(error) && error instanceof Error)
      throw new StartError(`The portal's user lacks a right: ${error.message}`);
    throw isExpected && error instanceof Error ? new StartError(error.message) : error;
  }
}
