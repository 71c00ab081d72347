import { MIGRATIONS } from '#platform/files/package-root.ts';
import { cancelMove, moveDatabase } from '#features/backups/backups.ts';
import { reachDatabase } from '#app/open-database.ts';
import { runTask, type Task } from '#app/run-program.ts';
import { type Arguments, UsageError } from './command.ts';
import { sentencesOf } from './load-errors.ts';

/** Moves this portal's database to another server, or cancels that. */
export async function move({ values }: Arguments): Promise<void> {
  const { to, cancel, json } = values;
  if (cancel !== true && (typeof to !== 'string' || !/^postgres(ql)?:\/\/./.test(to)))
    throw new UsageError('--to needs an address such as postgres://user:password@host/database.');
  await runTask(
    (program) => sentencesOf(() => (cancel === true ? cancelHere(program) : moveTo(program, String(to)))),
    { isJson: json === true },
  );
}

async function cancelHere(program: Task): Promise<void> {
  await cancelMove(await reachDatabase(program));
  if (program.printResult({ cancelled: true })) return;
  program.print('The move is cancelled. The portal can be started on this database again.');
}

async function moveTo(program: Task, to: string): Promise<void> {
  const { print, printResult } = program;
  const from = await reachDatabase(program);
  const onTable = (name: string, rows: number) => print(`  ${name}: ${rows} rows, the same on both sides`);
  const moved = await moveDatabase({ from, to: { connectionString: to }, migrations: MIGRATIONS, onTable });
  if (printResult(moved)) return;
  if (moved.wasResumed) print('An interrupted move was completed.');
  print(`Moved and compared: ${moved.rows} rows of ${moved.tables} tables.`);
  if (moved.leftOut.length > 0)
    print(`Left behind, because it isn't part of Waygate: ${moved.leftOut.join(', ')}.`);
  print('Next: set DATABASE_URL to the address of --to, and start the portal. DATA_DIR stays where it is.');
}
