import type { Applied } from '#adapter.ts';
import { databaseFault, describeDatabaseError } from '#database/database-errors.ts';
import { NotApplied } from '#receipts.ts';

/** Answers a delivery when the game's tables or rights aren't as they must be. Other errors are thrown. */
export async function withSetupFaults(work: () => Promise<Applied>): Promise<Applied> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NotApplied) return error.answer;
    if (databaseFault(error) !== 'setup') throw error;
    return {
      is: 'later',
      problem: 'game_setup',
      why: `The game's database refused it: ${describeDatabaseError(error)}. Run the bridge's check; nothing is lost.`,
    };
  }
}
