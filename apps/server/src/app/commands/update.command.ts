import { findPortalUser } from '#platform/runtime/portal-user.ts';
import { openInstallation, resumeAndUpdate, rollBack, type UpdateResult } from '#app/update/run-update.ts';
import { openPortal } from '#app/update/portal.ts';
import { findUnits, restartableCommand } from '#app/update/supervisor.ts';
import { UpdateFault } from '#app/update/update-fault.ts';
import type { UpdateContext } from '#app/update/activate.ts';
import { runTask, StartError, type Task } from '#app/run-program.ts';
import { type Arguments, UsageError } from './command.ts';

const READY_WITHIN_SECONDS = 60;
/** A process that ends right after its start isn't ready. */
const SETTLE_MS = 2000;

type Values = Arguments['values'];

/** Changes the release of this installation, and goes back if the new one doesn't become ready. Ends with 1 then. */
export async function update({ words: [archive], values }: Arguments): Promise<void> {
  const readyWithinMs = readSeconds(values['ready-within']) * 1000;
  if (values.rollback === true && archive !== undefined)
    throw new UsageError('--rollback needs no archive: it goes back to the release before.');
  await runTask((program) => changeRelease(program, { archive, values, readyWithinMs }), {
    isJson: values.json === true,
    // Releases, links and units are root's. What writes the portal's files runs as their owner.
    keepsRoot: true,
  });
}

async function changeRelease(
  program: Task,
  asked: { archive: string | undefined; values: Values; readyWithinMs: number },
): Promise<void> {
  const { values } = asked;
  try {
    const { folder, current, release } = await openInstallation();
    const context: UpdateContext = {
      folder,
      portal: openPortal(program.config),
      user: await findPortalUser(program.config),
      restartables:
        typeof values.restart === 'string' ? [restartableCommand(values.restart)] : await findUnits(folder),
      readyWithinMs: asked.readyWithinMs,
      settleMs: SETTLE_MS,
      print: program.print,
    };
    report(program, await run(context, { ...asked, current }));
    release();
  } catch (error) {
    throw error instanceof UpdateFault ? new StartError(error.message) : error;
  }
}

async function run(
  context: UpdateContext,
  {
    archive,
    values,
    current,
  }: { archive: string | undefined; values: Values; current: Parameters<typeof rollBack>[1] },
): Promise<UpdateResult> {
  if (values.rollback === true) return rollBack(context, current);
  const source = archive === undefined ? undefined : { archive, sha256: asText(values.sha256) };
  return resumeAndUpdate(context, current, source, {
    isDryRun: values['dry-run'] === true,
    ignoresProblems: values['ignore-problems'] === true,
    acceptsContracts: values['accept-contract'] === true,
    backupTo: asText(values['backup-to']),
    hasBackup: values['no-backup'] !== true,
  });
}

function asText(value: Values[string]): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function readSeconds(value: Values[string]): number {
  const seconds = value === undefined ? READY_WITHIN_SECONDS : Number(value);
  if (Number.isFinite(seconds) && seconds > 0) return seconds;
  throw new UsageError('--ready-within needs a number of seconds.');
}

function report({ print, printResult }: Task, result: UpdateResult): void {
  if (printResult(result)) return;
  const { outcome, from, to, migrations, backup, toRestart } = result;
  const ran = migrations.length > 0 ? migrations.join(', ') : 'none';
  switch (outcome) {
    case 'nothing to do':
      return print(`${to} is the current release already.`);
    case 'would update':
      return print(`${from} can be updated to ${to}. Migrations: ${ran}. Nothing was changed.`);
    case 'updated':
      print(`${to} is the current release; before, it was ${from}. Migrations: ${ran}.`);
      print(backup === null ? 'There is no backup.' : `Backup: ${backup}.`);
      break;
    case 'rolled back':
      print(`${to} is the current release again; before, it was ${from}.`);
      break;
  }
  if (toRestart > 0)
    print(
      `Restart the portal now (processes on this machine: ${toRestart}). If it doesn't become ready: waygate update --rollback`,
    );
}
