// The baseline: requests an address so many times and parses each answer. `BareCalls` is answered with the process's CPU seconds.
export type BareCalls = { url: string; count: number };

const AT_ONCE = 40;
const MICROSECONDS = 1e6;

process.on('message', (calls: BareCalls) => void callAll(calls).then((seconds) => process.send?.(seconds)));
process.on('disconnect', () => process.exit());

async function callAll({ url, count }: BareCalls): Promise<number> {
  const before = process.cpuUsage();
  let begun = 0;
  const callAgain = async () => {
    while (begun < count) {
      begun += 1;
      JSON.parse(await (await fetch(url)).text());
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, callAgain));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / MICROSECONDS;
}
