import path from 'node:path';
import * as z from 'zod';
import type { Release } from '#platform/releases/installation.ts';
import type { User } from '#platform/runtime/portal-user.ts';
import type { Portal } from './portal.ts';
import { requireUsable } from './activate.ts';
import { runRelease } from './run-release.ts';
import { UpdateFault } from './update-fault.ts';

/** Of what the doctor prints. */
const findingsSchema = z.array(z.object({ check: z.string(), state: z.string(), what: z.string() }));

/** Problems that the update solves: pending migrations, an interrupted update, and a missing backup. */
const OF_THE_UPDATE = ['schema', 'update', 'backups'];
/** What can only be fine while the portal runs. */
const WHILE_RUNNING = ['public_address', 'bridges', 'jobs', 'alerts'];

/** What an update would do. */
type Plan = {
  /** Migrations that will run. */
  migrations: string[];
  /** Those after which the release that runs now can't start any more. */
  contracts: string[];
};

/**
 * Looks whether a release fits this portal. The release's own doctor runs, which also shows that it starts on this machine.
 *
 * @param folder where the release is unpacked
 * @throws UpdateFault
 */
export async function examineRelease(
  folder: string,
  release: Release,
  {
    portal,
    user,
    isRunning,
    ignoresProblems,
    acceptsContracts,
  }: {
    portal: Portal;
    user: User | undefined;
    /** Whether a process of the portal runs, on any machine. */
    isRunning: boolean;
    ignoresProblems: boolean;
    acceptsContracts: boolean;
  },
): Promise<Plan> {
  const root = path.join(folder, release.name);
  await requireUsable(portal, root, release, null);
  const { pending, pendingContracts } = await portal.readSchema(root);
  requireAcceptedContracts(release, pendingContracts, { isRunning, acceptsContracts });
  const problems = await findProblems(folder, release, user);
  const ignored = [...OF_THE_UPDATE, ...(isRunning ? [] : WHILE_RUNNING)];
  const counted = problems.filter(({ check }) => !ignored.includes(check));
  if (counted.length > 0 && !ignoresProblems)
    throw new UpdateFault(
      [
        `The doctor of ${release.version} finds problems. Fix them ('waygate doctor' says how), or add --ignore-problems:`,
        ...counted.map(({ check, what }) => `  ${check}: ${what}`),
      ].join('\n'),
    );
  return { migrations: pending, contracts: pendingContracts };
}

/** No automatic rollback is possible over a contract, and processes of the release before would stop in the middle of their work. */
function requireAcceptedContracts(
  { version }: Release,
  contracts: string[],
  { isRunning, acceptsContracts }: { isRunning: boolean; acceptsContracts: boolean },
): void {
  if (contracts.length === 0) return;
  const what = `${version} takes away what older releases use (${contracts.join(', ')}), so only a backup leads back.`;
  if (!acceptsContracts) throw new UpdateFault(`${what} Add --accept-contract, with the portal stopped.`);
  if (isRunning) throw new UpdateFault(`${what} Stop every process of the portal first.`);
}

async function findProblems(folder: string, release: Release, user: User | undefined) {
  const { stdout, stderr } = await runRelease(folder, release, { words: ['doctor', '--json'], user });
  try {
    return findingsSchema.parse(JSON.parse(stdout)).filter(({ state }) => state === 'problem');
  } catch {
    throw new UpdateFault(`${release.version} doesn't start on this machine: ${stderr || stdout}`);
  }
}
