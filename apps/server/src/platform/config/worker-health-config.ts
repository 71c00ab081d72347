import * as z from 'zod';

export const port = z
  .string()
  .refine((value) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535, 'must be a port from 0 to 65535')
  .transform(Number);

/** Where a worker, which serves nothing else, answers health checks. */
export const workerHealthEnvironment = { WORKER_HEALTH_PORT: port.optional() };
