// Measures how many passwords per second this machine can check against a hash.
import { availableParallelism } from 'node:os';
import { verify } from '@node-rs/argon2';

type Task = { storedHash: string; password: string; seconds: number };

process.on('message', (task: Task) => {
  void measure(task).then((rate) => process.send?.(rate));
});
process.on('disconnect', () => process.exit());

async function measure({ storedHash, password, seconds }: Task): Promise<number> {
  const until = performance.now() + seconds * 1000;
  let checked = 0;
  const check = async (): Promise<void> => {
    while (performance.now() < until) {
      if (!(await verify(storedHash, password))) throw new Error('The password must match.');
      checked += 1;
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, check));
  return checked / seconds;
}
