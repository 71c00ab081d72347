import { readVersion } from '#platform/files/read-version.ts';
import type { Arguments } from './command.ts';

export async function version({ values }: Arguments): Promise<void> {
  const waygate = await readVersion();
  const { node } = process.versions;
  console.log(values.json === true ? JSON.stringify({ waygate, node }) : `Waygate ${waygate}, Node ${node}`);
}
