import { parse } from 'yaml';
import type * as z from 'zod';

/**
 * Splits a text into YAML front matter and markdown. All values stay strings: version 1.10 must not become the number 1.1.
 *
 * @throws Error naming the fault, for missing or invalid front matter
 */
export function parseFrontMatter<Attributes>(
  text: string,
  schema: z.ZodType<Attributes>,
): { attributes: Attributes; body: string } {
  const match = /^---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)([\s\S]*)$/.exec(text.replace(/^\uFEFF/, ''));
  if (!match) throw new Error('It does not begin with front matter between two lines of ---.');
  const [, yaml = '', body = ''] = match;
  const attributes = schema.safeParse(parse(yaml, { schema: 'failsafe' }));
  if (!attributes.success) {
    const [issue] = attributes.error.issues;
    throw new Error(`Its front matter has a fault: ${issue?.path.join('.')} ${issue?.message}`);
  }
  return { attributes: attributes.data, body: body.trim() };
}
