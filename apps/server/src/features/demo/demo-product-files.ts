import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';
import type { CategoryText, ProductText } from '#features/products/products.ts';

const line = z.strictObject({
  kind: z.enum(['premium_coins', 'second_coins', 'item', 'club_days', 'founder_package', 'veteran_package']),
  quantity: z.int().positive(),
  itemId: z.int().positive().nullable().default(null),
  label: z.string().min(1),
});

const product = z.strictObject({
  storefront: z.enum(['shop', 'donation']),
  category: z.string().optional(),
  name: z.string().min(1),
  newName: z.string().optional(),
  description: z.string().default(''),
  priceCents: z.int().min(50),
  newPriceCents: z.int().min(50).optional(),
  isSale: z.boolean().default(false),
  saleEndsInDays: z.number().positive().optional(),
  stock: z.int().positive().optional(),
  accountLimit: z.int().positive().optional(),
  image: z.string().optional(),
  lines: z.array(line).min(1),
});

const category = z.strictObject({
  name: z.string().min(1),
  icon: z.string().default(''),
  description: z.string().default(''),
});

const catalogueSchema = z.strictObject({ categories: z.array(category), products: z.array(product) });

export type DemoCatalogue = {
  categories: CategoryText[];
  products: ProductText[];
  /** Product name → file name of its picture. */
  images: Map<string, string>;
};

/** @param now the time from which `saleEndsInDays` counts */
export async function readDemoCatalogue(file: string, now: Date): Promise<DemoCatalogue> {
  try {
    const { categories, products } = catalogueSchema.parse(parse(await readFile(file, 'utf8')));
    return {
      categories: categories.map((text, position) => ({ ...text, position })),
      products: products.map((text, position) => asProductText(text, position, now)),
      images: new Map(products.flatMap(({ name, image }) => (image === undefined ? [] : [[name, image]]))),
    };
  } catch (error) {
    throw new Error(`${path.basename(file)} is no demo catalogue.`, { cause: error });
  }
}

function asProductText(given: z.infer<typeof product>, position: number, now: Date): ProductText {
  const { image: _, saleEndsInDays, category: name, ...text } = given;
  const saleEndsAt =
    saleEndsInDays === undefined ? null : new Date(now.getTime() + saleEndsInDays * 24 * 60 * 60 * 1000);
  return { ...text, position, saleEndsAt, ...(name !== undefined && { category: name }) };
}
