import { pagePaths } from '@waygate/contract/site/pages';
import { RecoveryRefused, recoverOwner } from '#features/accounts/accounts.ts';
import { openDatabase } from '#platform/db/database.ts';
import { openMigratedDatabase } from '#app/open-database.ts';
import { runTask, StartError, type Task } from '#app/run-program.ts';
import type { Arguments } from './command.ts';

export function ownerRecovery({ words: [name], values }: Arguments): Promise<void> {
  return runTask((program) => runOwnerRecovery(program, { name, isPromoted: values.promote === true }), {
    isJson: values.json === true,
  });
}

/**
 * Prints the link. Anyone who has it can take the account over, so it goes to the terminal alone.
 *
 * @throws StartError with a sentence for the operator
 */
export async function runOwnerRecovery(
  program: Task,
  asked: { name: string | undefined; isPromoted: boolean },
): Promise<void> {
  const { connection } = await openMigratedDatabase(program);
  const { db, close } = openDatabase({ connection, log: program.log });
  program.shutdown.add('the database pool', close);
  const { token, userName, wasPromoted, liftedBans, hadFactors } = await recoverOwner(db, asked).catch(
    (error: unknown) => {
      throw error instanceof RecoveryRefused ? new StartError(error.message) : error;
    },
  );
  const link = `${program.config.publicOrigin}${pagePaths.resetPassword({ token })}`;
  if (program.printResult({ userName, link, wasPromoted, liftedBans, hadFactors })) return;
  if (wasPromoted) program.print(`${userName} is an owner now.`);
  if (liftedBans > 0) program.print('The ban was lifted.');
  if (hadFactors) program.print('The second factors were removed. Set up new ones after signing in.');
  program.print(
    `${userName} was signed out everywhere, and the old password no longer works. Choose a new one here, once and within an hour:\n${link}`,
  );
}
