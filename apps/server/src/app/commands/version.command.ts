import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { SERVER_ROOT } from '#platform/files/package-root.ts';
import type { Arguments } from './command.ts';

export async function version({ values }: Arguments): Promise<void> {
  const { version: waygate }: { version: string } = JSON.parse(
    await readFile(path.join(SERVER_ROOT, 'package.json'), 'utf8'),
  );
  const { node } = process.versions;
  console.log(values.json === true ? JSON.stringify({ waygate, node }) : `Waygate ${waygate}, Node ${node}`);
}
