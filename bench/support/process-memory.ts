import { readdir, readFile } from 'node:fs/promises';

/** The process and all its descendants. */
export async function processTree(pid: number): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    // State and parent follow the command, which is in brackets and may contain any characters.
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    if (parent > 0) parents.set(Number(name), parent);
  }
  const tree = [pid];
  for (const ancestor of tree) {
    for (const [child, parent] of parents) if (parent === ancestor) tree.push(child);
  }
  return tree;
}

/** Proportional set size of the processes together, in megabytes: shared pages are counted once. */
export async function memoryOf(pids: number[]): Promise<number> {
  let kibibytes = 0;
  for (const pid of pids) {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
    kibibytes += Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0);
  }
  return (kibibytes * 1024) / 1_000_000;
}

/** Resident set size of one process, in mebibytes, as `ps` and systemd count. */
export async function residentMemoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
}

/** The most that a process ever had resident, in mebibytes. 0 when it is gone. */
export async function peakMemoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
}
