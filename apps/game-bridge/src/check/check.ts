import type { Finding, GameAdapter } from '#adapter.ts';
import { type Config, UsageError } from '#config/read-config.ts';
import { DatabaseAddressError } from '#database/open-game-database.ts';
import { databaseFault, describeDatabaseError } from '#database/database-errors.ts';
import { createPortalClient, PortalFailure } from '#portal/portal-client.ts';

const MAX_CLOCK_DIFFERENCE_MS = 30_000;
const EXIT_FAILED = 1;

type CheckOptions = { isFixing: boolean; version: string; print: (line: string) => void };

/** The doctor. @returns the exit code: 1 with an error, 0 with warnings only */
export async function check(config: Config, { isFixing, version, print }: CheckOptions): Promise<number> {
  const opened = await open(config);
  const { adapter } = opened;
  try {
    const first = adapter ? await findingsOf(adapter) : opened.findings;
    const fixed = isFixing ? await fixAll(first, print) : 0;
    // What was fixed is looked at again, because one fault may have hidden another.
    const ofGame = fixed > 0 && adapter ? await findingsOf(adapter) : first;
    const isGameFine = !ofGame.some(({ level }) => level === 'error');
    const findings = [...ofGame, ...(await checkPortal(config, { adapter, isGameFine }, version))];
    for (const finding of findings) printFinding(finding, isFixing, print);
    return summarize(findings, print);
  } finally {
    await adapter?.close().catch(() => {});
  }
}

async function open({
  preset,
  presetConfig,
}: Config): Promise<{ adapter?: GameAdapter; findings: Finding[] }> {
  try {
    return { adapter: await preset.createAdapter(presetConfig), findings: [] };
  } catch (error) {
    return { findings: [asFinding(error)] };
  }
}

async function findingsOf(adapter: GameAdapter): Promise<Finding[]> {
  try {
    return await adapter.check();
  } catch (error) {
    return [asFinding(error)];
  }
}

function asFinding(error: unknown): Finding {
  // Their messages say what to do.
  if (error instanceof DatabaseAddressError || error instanceof UsageError) {
    return { level: 'error', message: error.message };
  }
  const message = `The game's database: ${describeDatabaseError(error)}`;
  const isAway = databaseFault(error) === 'unreachable';
  const remedy = isAway
    ? "Start the database, or correct 'database' in the configuration."
    : "Correct the user, the password or the name of the database in the configuration, or the user's rights.";
  return { level: 'error', message, remedy };
}

async function fixAll(findings: Finding[], print: CheckOptions['print']): Promise<number> {
  let fixed = 0;
  for (const { message, fix } of findings) {
    if (!fix) continue;
    try {
      await fix();
      print(`* fixed: ${message}`);
      fixed += 1;
    } catch (error) {
      print(`! not fixed: ${message} (${describeDatabaseError(error)})`);
    }
  }
  return fixed;
}

/** Reports the status, which needs the token and answers with the portal's clock. */
async function checkPortal(
  { portal: origin, readToken }: Config,
  { adapter, isGameFine }: { adapter: GameAdapter | undefined; isGameFine: boolean },
  version: string,
): Promise<Finding[]> {
  const portal = createPortalClient(origin, readToken);
  try {
    readToken();
    if (!adapter) return [];
    const status = await adapter
      .status()
      .catch(() => ({ isOnline: false, playersOnline: 0, capacity: null, gameVersion: null }));
    const { aheadMs: differenceMs } = await portal.reportStatus({
      adapter: adapter.name,
      bridgeVersion: version,
      ...adapter.promises,
      ...status,
    });
    const findings: Finding[] = [
      { level: 'ok', message: `The portal at ${origin} answers and takes the token.` },
    ];
    // Else what is wrong has been said.
    if (isGameFine && !status.isOnline) findings.push(OFFLINE);
    if (Math.abs(differenceMs) > MAX_CLOCK_DIFFERENCE_MS) findings.push(clockFinding(differenceMs));
    return findings;
  } catch (error) {
    return [portalFinding(error)];
  }
}

const OFFLINE: Finding = {
  level: 'warning',
  message: 'The game is reported as offline, and players see it so. They can buy, and deliveries go on.',
  remedy: "Start the game, or correct its address in the configuration ('gameAddress' or 'soap').",
};

function clockFinding(differenceMs: number): Finding {
  const seconds = Math.round(Math.abs(differenceMs) / 1000);
  return {
    level: 'warning',
    message: `The clocks of the portal and this computer differ by ${seconds} seconds.`,
    remedy: 'Let both follow the network time: timedatectl set-ntp true',
  };
}

function portalFinding(error: unknown): Finding {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof PortalFailure)) return { level: 'error', message };
  return {
    level: error.status === 404 ? 'warning' : 'error',
    message,
    remedy: error.remedy ?? "Correct 'portal' in the configuration, or start the portal.",
  };
}

const MARKS: Record<Finding['level'], string> = { ok: '✓', warning: '!', error: '✗' };

function printFinding(
  { level, message, remedy, fix }: Finding,
  isFixing: boolean,
  print: CheckOptions['print'],
): void {
  print(`${MARKS[level]} ${message}`);
  if (level === 'ok') return;
  if (remedy !== undefined) print(`  → ${remedy}`);
  if (fix && !isFixing) print('  → check --fix fixes it.');
}

function summarize(findings: Finding[], print: CheckOptions['print']): number {
  const errors = findings.filter(({ level }) => level === 'error').length;
  const warnings = findings.filter(({ level }) => level === 'warning').length;
  print(`${count(errors, 'error')}, ${count(warnings, 'warning')}.`);
  return errors > 0 ? EXIT_FAILED : 0;
}

function count(number: number, name: string): string {
  return `${number} ${name}${number === 1 ? '' : 's'}`;
}
