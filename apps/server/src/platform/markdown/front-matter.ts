import { parse } from 'yaml';
import type * as z from 'zod';

/**
 * Splits a text into its YAML front matter and its markdown. Every value is a string, as it was written:
 * version 1.10 is not the number 1.1, and a date is not a moment.
 *
 * @throws Error naming the fault, for a text without front matter or with one that does not fit
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
