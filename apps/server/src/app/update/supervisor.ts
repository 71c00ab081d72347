import { runProgram } from './run-release.ts';
import { UpdateFault } from './update-fault.ts';

/** Automatic restarts of a unit after which its release counts as broken. */
const MAX_CRASHES = 2;
const STATES = '--state=active,activating,deactivating,failed';

/** What restarts processes of the portal: a unit of systemd, or a command of the operator. */
export type Restartable = {
  name: string;
  /** @throws UpdateFault */
  restart: () => Promise<void>;
  /** Whether waiting for it is useless. */
  hasFailed: () => Promise<boolean>;
};

/** @param command a line for the shell that stops the portal's processes and starts them again */
export function restartableCommand(command: string): Restartable {
  const restart = async () => {
    const { status, stderr } = await runProgram('/bin/sh', ['-c', command]);
    if (status !== 0) throw new UpdateFault(`'${command}' failed: ${stderr}.`);
  };
  return { name: command, restart, hasFailed: async () => false };
}

/**
 * Units of systemd that start the portal from this installation and aren't stopped, workers first: the alert about a missing worker
 * would be raised otherwise.
 *
 * @returns none where systemd doesn't run
 */
export async function findUnits(folder: string, run: typeof runProgram = runProgram): Promise<Restartable[]> {
  const flags = ['--type=service', STATES, '--plain', '--no-legend', '--no-pager'];
  const listed = await run('systemctl', ['list-units', 'waygate*', ...flags]);
  if (listed.status !== 0) return [];
  const names = listed.stdout.split('\n').flatMap((line) => /^\S+\.service/.exec(line)?.[0] ?? []);
  const found: Restartable[] = [];
  for (const name of names) {
    const { stdout } = await run('systemctl', ['show', name, '--property=ExecStart']);
    if (stdout.includes(`${folder}/current/waygate `)) found.push(restartableUnit(name, run));
  }
  return found.toSorted((a, b) => Number(isWorker(b)) - Number(isWorker(a)));
}

const isWorker = ({ name }: Restartable) => name.startsWith('waygate-worker');

function restartableUnit(name: string, run: typeof runProgram): Restartable {
  return {
    name,
    restart: async () => {
      // A unit that crashed again and again isn't started otherwise, and its earlier crashes would count against the new release.
      await run('systemctl', ['reset-failed', name]);
      const { status, stderr } = await run('systemctl', ['restart', name]);
      if (status !== 0) throw new UpdateFault(`'systemctl restart ${name}' failed: ${stderr}.`);
    },
    hasFailed: async () => {
      const { stdout } = await run('systemctl', ['show', name, '--property=ActiveState,NRestarts']);
      const crashes = Number(/^NRestarts=(\d+)$/m.exec(stdout)?.[1] ?? 0);
      return stdout.includes('ActiveState=failed') || crashes >= MAX_CRASHES;
    },
  };
}
