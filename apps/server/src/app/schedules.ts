import type { Parts } from './parts.ts';

/** Every recurring job with its time, in UTC. */
export async function scheduleJobs({ jobs }: Parts): Promise<void> {}
