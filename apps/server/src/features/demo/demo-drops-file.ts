import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';

const reward = z.strictObject({
  type: z.enum(['viewer', 'streamer']),
  title: z.string().min(1),
  description: z.string().default(''),
  requiredMinutes: z.int().positive(),
  itemId: z.int().positive(),
  itemQuantity: z.int().positive().default(1),
  image: z.string().optional(),
});

const dropsSchema = z.strictObject({
  season: z.strictObject({
    name: z.string().min(1),
    startsAt: z.iso.datetime().transform((time) => new Date(time)),
  }),
  rewards: z.array(reward).min(1),
});

export type DemoDrops = z.infer<typeof dropsSchema>;

/** Reads the demo season and its rewards. `image` is a file name. @throws Error for an invalid file */
export async function readDemoDrops(file: string): Promise<DemoDrops> {
  try {
    return dropsSchema.parse(parse(await readFile(file, 'utf8')));
  } catch (error) {
    throw new Error(`${path.basename(file)} is no demo season.`, { cause: error });
  }
}
