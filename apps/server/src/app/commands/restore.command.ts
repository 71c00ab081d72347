import { createInterface } from 'node:readline/promises';
import {
  checkBackup,
  findBackup,
  findForeign,
  forOwnBackups,
  type Manifest,
  openPortalFiles,
  parseBackupName,
  readKnownSchema,
  type RestoredKeys,
  restoreBackup,
  restoreKeys,
  rowsOf,
} from '#features/backups/backups.ts';
import { createReportingPayments, listLostPayments, type LostPayment } from '#features/orders/orders.ts';
import { collectErasureRecords } from '#features/privacy/privacy.ts';
import { type Connection, openDatabase } from '#platform/db/database.ts';
import {
  connectForCopy,
  requireAlone,
  selectTargetState,
  type TargetState,
} from '#platform/db/copy/load-target.ts';
import { isAway, LoadUnfinished } from '#platform/db/copy/unfinished-load.ts';
import { createStorage } from '#platform/storage/storage.ts';
import { MIGRATIONS } from '#platform/files/package-root.ts';
import { reachDatabase } from '#app/open-database.ts';
import { runTask, StartError, type Task } from '#app/run-program.ts';
import { checkRestore, readKeys } from './check-restore.ts';
import { describeDenied, requirePlace } from './backup.command.ts';
import { type Arguments, UsageError } from './command.ts';
import { sentencesOf } from './load-errors.ts';
import { openBackupPlace } from '#platform/storage/backup-storage.ts';

const NAMED = 20;

/** Replaces this portal by a backup of it. Ends with 1 if anything is in the way, and has changed nothing then. */
export async function restore({ words: [wanted], values }: Arguments): Promise<void> {
  const { from, yes, json, check } = values;
  const isOtherPortal = values['other-portal'] === true;
  if (wanted === undefined)
    throw new UsageError("The name of the backup is missing; 'latest' is the newest one.");
  await runTask(
    (program) =>
      sentencesOf(async () => {
        const named = requirePlace(program.config, typeof from === 'string' ? from : undefined);
        const openPlace = (ours?: string) =>
          openBackupPlace(
            named,
            forOwnBackups((denied) => program.print(describeDenied(denied, ours))),
          );
        if (check === true) return checkRestore(program, { openPlace, wanted, isOtherPortal });
        const connection = await reachDatabase(program);
        const state = await readTarget(connection);
        await refuseForeign(state, { mayDrop: values['drop-others'] === true });
        const ours = installationOf(state);
        const place = await openPlace(ours);
        const found = await findBackup(place, wanted, isOtherPortal ? undefined : ours);
        program.print('Reading the backup and comparing its checksums.');
        const manifest = await checkBackup(place, found, MIGRATIONS);
        const keys = await readKeys(program, manifest);
        await confirm(program, manifest, { state, isConfirmed: yes === true });
        const files = openPortalFiles({
          storage: await createStorage(program.config),
          dataDir: program.config.dataDir,
        });
        let restored: RestoredKeys = { toSet: [], overridden: [] };
        const beforeOpening = async () => {
          restored = await restoreKeys(program.config, keys, new Date());
        };
        const erased = await collectErasureRecords(program.config, place, manifest.installationId);
        const parts = { connection, place, manifest, files, migrations: MIGRATIONS, erased };
        const done = await restoreBackup({ ...parts, beforeOpening });
        await report(program, connection, { manifest, ...done, keys: restored });
      }),
    { isJson: json === true },
  );
}

async function readTarget(connection: Connection): Promise<TargetState> {
  const client = await connectForCopy(connection);
  try {
    await requireAlone(client);
    return await selectTargetState(client);
  } finally {
    await client.end();
  }
}

/** @throws StartError for a database that no restore may replace, or that holds more than the portal */
async function refuseForeign(
  { isForeign, names, unfinished }: TargetState,
  { mayDrop }: { mayDrop: boolean },
): Promise<void> {
  if (unfinished && isAway(unfinished)) throw new StartError(new LoadUnfinished(unfinished).message);
  if (isForeign)
    throw new StartError('The database holds tables of another program. Restore into an empty database.');
  const others = findForeign(await readKnownSchema(MIGRATIONS), names);
  if (others.length > 0 && !mayDrop)
    throw new StartError(
      `The database also holds what this release doesn't create, and a restore drops it: ${others.join(', ')}. If another program needs it, move it elsewhere. To drop it, add --drop-others.`,
    );
}

/** Of the portal that is replaced; an interrupted restore has its backup's already. */
function installationOf({ portal, unfinished }: TargetState): string | undefined {
  if (unfinished?.kind === 'restore') return parseBackupName(unfinished.source)?.installation;
  return portal?.installationId ?? undefined;
}

async function confirm(
  { print }: Task,
  { name, takenAt }: Manifest,
  { state, isConfirmed }: { state: TargetState; isConfirmed: boolean },
): Promise<void> {
  const { portal, unfinished } = state;
  print(`Restoring ${name}, as of ${takenAt}.`);
  if (!portal || unfinished?.kind === 'restore' || isConfirmed) return;
  const replaced = `The database has ${portal.accounts} accounts and ${portal.orders} orders. All of it is replaced.`;
  if (!process.stdin.isTTY) throw new StartError(`${replaced} Add --yes to confirm.`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`${replaced} Type 'restore' to go on: `);
  terminal.close();
  if (answer.trim() !== 'restore') throw new StartError('Nothing was changed.');
}

/** What the provider and the game know, and the restored portal doesn't. */
async function report(
  program: Task,
  connection: Connection,
  {
    manifest,
    skipped,
    erasedAgain,
    keys: { toSet, overridden },
  }: { manifest: Manifest; skipped: string[]; erasedAgain: number[]; keys: RestoredKeys },
): Promise<void> {
  const { config, log, print, printResult, shutdown } = program;
  const { db, close } = openDatabase({ connection, log });
  shutdown.add('the database pool', close);
  const payments =
    config.payments.provider === 'stripe'
      ? await createReportingPayments(config.payments, { db, log })
      : undefined;
  const lost = payments
    ? await listLostPayments(db, payments, new Date(manifest.takenAt)).catch((error: unknown) => {
        log.warn({ err: error }, 'the payments since the backup could not be listed');
        return undefined;
      })
    : [];
  const { name, takenAt, files, leftOut = [] } = manifest;
  const notRestored = [...leftOut, ...skipped];
  const result = { name, takenAt, rows: rowsOf(manifest), files: files.length, notRestored, erasedAgain };
  if (
    printResult({ ...result, lostPayments: lost ?? null, variablesToSet: toSet, overriddenKeys: overridden })
  )
    return;
  print(`Restored: ${result.rows} rows and ${files.length} files.`);
  if (notRestored.length > 0)
    print(`Not restored, because it isn't part of Waygate: ${notRestored.join(', ')}.`);
  if (erasedAgain.length > 0)
    print(
      `Accounts that were deleted since the backup: ${erasedAgain.join(', ')}. Nobody can use them, and a worker deletes them again as soon as it starts.`,
    );
  if (toSet.length > 0)
    print(`Set ${toSet.join(' and ')} to what restored-keys.env in DATA_DIR says, then delete that file.`);
  for (const { file, variable } of overridden)
    print(`The restored key ${file} in DATA_DIR isn't used, because ${variable} is set.`);
  if (payments) printLost(print, lost);
  print(
    'New accounts, orders and deliveries get numbers far ahead, so that none is mistaken for a lost one.',
  );
  print(
    "Everybody has to sign in again. Bridge tokens, passwords, bans and roles are those of the backup. Revoke what was revoked since: 'waygate bridge-token list'.",
  );
  print('Next: start the portal. The game recognises items it already has.');
}

function printLost(print: Task['print'], lost: LostPayment[] | undefined): void {
  if (!lost)
    return print("Stripe couldn't be asked what was paid since the backup. The first start does it.");
  if (lost.length === 0)
    return print('The provider knows no payment since the backup that has no order here.');
  print(
    `Payments since the backup without an order here: ${lost.length}. The first start lists them at Orders → Unmatched.`,
  );
  for (const { startedAt, sessionId } of lost.slice(0, NAMED))
    print(`  ${startedAt.toISOString()}  ${sessionId}`);
}
