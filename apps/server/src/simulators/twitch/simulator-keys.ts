import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { readOrMake } from '#platform/files/kept-files.ts';

const keysSchema = z.object({
  clientId: z.string(),
  clientSecret: z.string(),
  /** The port the simulator listens on. The process that binds it serves the simulator. */
  port: z.number().int().min(1).max(65_535),
});

export type SimulatorKeys = z.infer<typeof keysSchema>;

/**
 * Creates the keys at the first start and keeps them: tokens outlive restarts, and so must the application that they
 * were issued to.
 *
 * @throws Error when the file has other content
 */
export async function ensureKeys(file: string, port: number): Promise<SimulatorKeys> {
  const text = await readOrMake(file, () => keysText(makeKeys(port)));
  try {
    return keysSchema.parse(JSON.parse(text));
  } catch {
    throw new Error(`${file} is not a keys file of the simulated Twitch. Delete its folder to start over.`);
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
