// How the server's programs are started: by `npm start`, in the tests and in measurements.
import { availableParallelism } from 'node:os';

/** A young generation of 4 MB instead of 16 keeps the process small; more often collected, it costs next to nothing. */
export const NODE_ARGUMENTS = ['--max-semi-space-size=4'];

/** @returns the variables that must be set before Node starts; what is set already stays */
export function nodeEnvironment(env = process.env) {
  return {
    // Passwords are hashed on as many threads of this pool as there are cores; two are left for files and names.
    UV_THREADPOOL_SIZE: env.UV_THREADPOOL_SIZE ?? String(availableParallelism() + 2),
    // glibc keeps freed memory for each thread apart. The threads' work is too seldom for that to pay.
    MALLOC_ARENA_MAX: env.MALLOC_ARENA_MAX ?? '1',
    // Its usual threshold, from which it returns freed memory. Unless it's set, one large block that was freed raises it to 64 MB.
    MALLOC_TRIM_THRESHOLD_: env.MALLOC_TRIM_THRESHOLD_ ?? '131072',
  };
}
