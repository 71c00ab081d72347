import { totalmem } from 'node:os';

const LEAST_BUFFERS_MB = 32;
const MOST_BUFFERS_MB = 256;

/** The megabytes that this process and the server may use: the machine's, or fewer in a container. */
export function machineMemoryMb(): number {
  // 0 stands for no limit.
  const limit = process.constrainedMemory() || Infinity;
  return Math.min(totalmem(), limit) / 2 ** 20;
}

/** PostgreSQL's `shared_buffers`. A buffer takes memory once it is used, so a small database stays small. */
export function sharedBuffers(memoryMb: number): string {
  const wanted = Math.floor(memoryMb / 16);
  return `${Math.min(Math.max(wanted, LEAST_BUFFERS_MB), MOST_BUFFERS_MB)}MB`;
}
