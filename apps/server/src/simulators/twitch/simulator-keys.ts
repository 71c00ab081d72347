import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { readOrMake } from '#platform/files/kept-files.ts';

const keysSchema = z.object({
  clientId: z.string(),
  clientSecret: z.string(),
  /** Where it listens; whoever gets the port is the one that serves. */
  port: z.number().int().min(1).max(65_535),
});

export type SimulatorKeys = z.infer<typeof keysSchema>;

/**
 * Made at the first start and kept: tokens outlive restarts, and so must the application that they were given to.
 *
 * @throws Error when the file holds something else
 */
export async function ensureKeys(file: string, port: number): Promise<SimulatorKeys> {
  const text = await readOrMake(file, () => keysText(makeKeys(port)));
  try {
    return keysSchema.parse(JSON.parse(text));
  } catch {
    throw new Error(`${file} is not what the simulated Twitch has written. Delete its folder to start anew.`);
  }
}

export function keysText(keys: SimulatorKeys): string {
  return `${JSON.stringify(keys, null, 2)}\n`;
}

function makeKeys(port: number): SimulatorKeys {
  return {
    clientId: randomBytes(15).toString('hex'),
    clientSecret: randomBytes(15).toString('hex'),
    port,
  };
}
