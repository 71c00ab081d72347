import {
  findDifferentParts,
  OWN_PARTS,
  type ProcessState,
  selectProcesses,
} from '#features/processes/processes.ts';
import type { OpenDatabase } from '#platform/db/database.ts';
import { type Reach, whenReached } from './database.checks.ts';
import { type Check, type Observation, ok, problem, skipped, warning } from './finding.ts';

/** Which processes run, and whether those on several machines see the same files. */
export function fleetChecks(reach: Reach): Check[] {
  return [
    {
      name: 'workers',
      run: whenReached(reach, async ({ db }: OpenDatabase) => observeFleet(await selectProcesses(db))),
    },
  ];
}

export function observeFleet(processes: ProcessState[]): Observation[] {
  const alive = processes.filter(({ isAlive }) => isAlive);
  if (alive.length === 0) return [skipped('No process of the portal runs.')];
  const found = [...observeWorkers(alive), ...observeVersions(alive), ...observeFolders(alive)];
  if (found.length > 0) return found;
  const count = (is: (one: ProcessState) => boolean) => alive.filter(is).length;
  return [
    ok(
      `Processes that run: ${alive.length} (workers: ${count(({ isWorker }) => isWorker)}, api: ${count(({ isApi }) => isApi)}).`,
    ),
  ];
}

function observeWorkers(alive: ProcessState[]): Observation[] {
  if (alive.some(({ isWorker }) => isWorker)) return [];
  return [
    problem({
      what: 'No worker runs.',
      why: 'No mail is sent, no drop is counted, and nothing scheduled happens. Nothing is lost.',
      fix: 'waygate worker, or waygate start alone',
    }),
  ];
}

function observeVersions(alive: ProcessState[]): Observation[] {
  const versions = [...new Set(alive.map(({ version }) => version))];
  if (versions.length === 1) return [];
  return [
    warning({
      what: `Processes of several versions run: ${versions.join(', ')}.`,
      why: 'It is meant for the minutes of an update.',
      fix: 'Restart the older ones.',
    }),
  ];
}

function observeFolders(alive: ProcessState[]): Observation[] {
  const hosts = Map.groupBy(
    alive.filter(({ dataDirId }) => dataDirId !== null),
    ({ dataDirId }) => dataDirId,
  );
  if (hosts.size < 2) return [];
  const names = [...hosts.values()].map(([first]) => first?.host).join(', ');
  const parts = findDifferentParts(alive.flatMap(({ dataDirId }) => dataDirId ?? []));
  if (parts)
    return [
      warning({
        what: `Processes have different ${parts.join(' and ')}: on ${names}.`,
        why: "These are not in S3, so visitors and players meet another portal on each machine, and what one encrypts the others can't read.",
        fix: `Make ${parts.map((part) => OWN_PARTS[part]).join(' and ')} the same on every machine, and restart its processes.`,
      }),
    ];
  return [
    problem({
      what: `Processes keep files in different folders: on ${names}.`,
      why: 'A picture that one of them stores is missing on the others.',
      fix: 'Set S3_BUCKET and its keys for every process, or let them share one DATA_DIR.',
    }),
  ];
}
