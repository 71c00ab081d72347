import type { Transaction } from '#platform/db/database.ts';
import { renderMarkdown } from '#platform/markdown/render-markdown.ts';
import {
  insertProductLines,
  insertProductRows,
  type NewProductLine,
  selectCategoryIds,
} from './products.queries.ts';
import type { products } from './products.tables.ts';

/** A category's input. */
export type CategoryText = { name: string; icon?: string; description?: string; position?: number };

/** A product's input; descriptions are markdown. */
export type ProductText = Omit<
  typeof products.$inferInsert,
  'id' | 'categoryId' | 'descriptionHtml' | 'deletedAt' | 'version' | 'createdAt' | 'updatedAt'
> & {
  /** The name of an existing category; undefined for the default one. */
  category?: string;
  lines: Omit<NewProductLine, 'productId' | 'position'>[];
};

type ComposedProduct = ProductText & { descriptionHtml: string };

/** Renders descriptions before any transaction, so that none waits for rendering. */
export async function composeProducts(texts: ProductText[]): Promise<ComposedProduct[]> {
  return Promise.all(
    texts.map(async (text) => ({ ...text, descriptionHtml: await renderMarkdown(text.description ?? '') })),
  );
}

/** Inserts composed products with their lines. */
export async function insertProducts(tx: Transaction, composed: ComposedProduct[]): Promise<number[]> {
  if (composed.length === 0) return [];
  const names = composed.flatMap(({ category }) => (category === undefined ? [] : [category]));
  const categoryIds = await selectCategoryIds(tx, names);
  const rows = composed.map(({ category, ...row }) => ({
    ...row,
    categoryId: category === undefined ? null : categoryIdOf(categoryIds, category),
  }));
  const ids = await insertProductRows(tx, rows);
  const lines = composed.flatMap((product, index) => linesOf(product, ids[index]));
  await insertProductLines(tx, lines);
  return ids;
}

type ComposedCategory = CategoryText & { descriptionHtml: string };

/** Renders descriptions before any transaction. */
export async function composeCategories(texts: CategoryText[]): Promise<ComposedCategory[]> {
  return Promise.all(
    texts.map(async (text) => ({ ...text, descriptionHtml: await renderMarkdown(text.description ?? '') })),
  );
}

function categoryIdOf(categoryIds: Map<string, number>, name: string): number {
  const id = categoryIds.get(name);
  if (id === undefined) throw new Error(`There is no category named ${name}.`);
  return id;
}

function linesOf({ lines }: ProductText, productId: number | undefined): NewProductLine[] {
  if (productId === undefined) throw new Error('The database returned no id for an inserted product.');
  return lines.map((line, position) => ({ ...line, productId, position }));
}
