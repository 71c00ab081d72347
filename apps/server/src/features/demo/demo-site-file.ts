import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';

const requirement = z.strictObject({
  name: z.string().min(1),
  minimum: z.string().default(''),
  recommended: z.string().default(''),
});

const picture = z.strictObject({
  image: z.string(),
  alt: z.string().min(1),
  caption: z.string().default(''),
});

const siteSchema = z.strictObject({
  /** The name of a product of the shop. */
  featuredProduct: z.string(),
  requirements: z.array(requirement),
  gallery: z.array(picture),
});

export type DemoSite = z.infer<typeof siteSchema>;

/** Reads what the demo sets for the landing page. `image` is a file name. @throws Error for an invalid file */
export async function readDemoSite(file: string): Promise<DemoSite> {
  try {
    return siteSchema.parse(parse(await readFile(file, 'utf8')));
  } catch (error) {
    throw new Error(`${path.basename(file)} is no demo of site settings.`, { cause: error });
  }
}
