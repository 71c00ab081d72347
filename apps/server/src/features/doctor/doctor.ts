// What is wrong with this portal, and what fixes it. Reads and changes nothing.
import { setTimeout as sleep } from 'node:timers/promises';
import type { AlertCondition } from '#platform/alerts/alert-condition.ts';
import type { OpenDatabase } from '#platform/db/database.ts';
import { backupChecks } from './backups.checks.ts';
import { configurationChecks, readConfigIfValid } from './configuration.checks.ts';
import { databaseChecks } from './database.checks.ts';
import { selectClock } from './doctor.queries.ts';
import { factorChecks } from './factors.checks.ts';
import type { Check, Finding } from './finding.ts';
import { fleetChecks } from './fleet.checks.ts';
import { machineChecks } from './machine.checks.ts';
import { outsideChecks } from './outside.checks.ts';
import { portalChecks } from './portal.checks.ts';
import { createRedact } from './redact.ts';
import { replicationChecks } from './replication.checks.ts';
import { runChecks } from './run-checks.ts';
import { serviceChecks } from './services.checks.ts';

export { readConfigIfValid } from './configuration.checks.ts';
export { repairFiles } from './repair-files.ts';
export { renderFindings } from './findings.presenter.ts';
export type { Finding } from './finding.ts';

/** Shorter than the limit of a check, so that those that need the database are skipped where it hangs. */
const REACHED_WITHIN_MS = 4000;

export type DoctorInput = {
  environment: Record<string, string | undefined>;
  dataDir: string;
  /** Files with variables, which may be readable by others. */
  envFiles: string[];
  /** Undefined: there is nothing to connect to, because of `noDatabase`. */
  database: OpenDatabase | undefined;
  noDatabase: string;
  /** What is watched: their texts name the alerts that are open. */
  alertConditions: AlertCondition[];
  /** Where a test mail goes. */
  mailTo?: string | undefined;
  limitMs?: number;
};

/** Runs every check at once. @returns findings without any secret of the environment */
export function examine(input: DoctorInput): Promise<Finding[]> {
  const { environment, limitMs } = input;
  const redact = createRedact(environment);
  return runChecks(checksOf(input), { redact, ...(limitMs !== undefined && { limitMs }) });
}

function checksOf(input: DoctorInput): Check[] {
  const { environment, dataDir, envFiles, database, noDatabase, alertConditions, mailTo } = input;
  const config = readConfigIfValid(environment);
  const to = config?.backup.to;
  let reached: Promise<OpenDatabase | undefined> | undefined;
  const reach = () => (reached ??= isAnswering(database));
  return [
    ...machineChecks({ dataDir, envFiles, backupFolder: to?.kind === 'folder' ? to.folder : undefined }),
    ...configurationChecks(environment),
    ...databaseChecks(database, reach, noDatabase),
    ...replicationChecks(reach),
    ...fleetChecks(reach),
    ...portalChecks(reach, alertConditions),
    ...backupChecks(reach, config),
    ...factorChecks(reach, config),
    // Only a valid configuration says which services are meant.
    ...(config ? [...serviceChecks(config, { mailTo }), ...outsideChecks(config)] : []),
  ];
}

async function isAnswering(database: OpenDatabase | undefined): Promise<OpenDatabase | undefined> {
  if (!database) return undefined;
  const answers = selectClock(database.db).then(
    () => database,
    () => undefined,
  );
  return Promise.race([answers, sleep(REACHED_WITHIN_MS, undefined, { ref: false })]);
}
