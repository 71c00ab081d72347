import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { SERVER_ROOT } from '#platform/files/package-root.ts';
import type { Arguments } from './command.ts';

export async function version({ values }: Arguments): Promise<void> {
  const waygate = await readVersion();
  const { node } = process.versions;
  console.log(values.json === true ? JSON.stringify({ waygate, node }) : `Waygate ${waygate}, Node ${node}`);
}

export async function readVersion(): Promise<string> {
  const file = await readFile(path.join(SERVER_ROOT, 'package.json'), 'utf8');
  // A file of the release.
  const { version: waygate }: { version: string } = JSON.parse(file);
  return waygate;
}
