import type { Job } from '#platform/jobs/jobs.ts';
import type { Parts } from './parts.ts';

/** Every kind of job, so that each process knows the queues. */
export const JOB_DEFINITIONS: Job<never>[] = [];

/** Starts working on every kind of job. */
export async function workOnJobs(parts: Parts): Promise<void> {}
