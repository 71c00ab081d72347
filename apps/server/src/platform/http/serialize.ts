import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import { type $ZodIssue, type $ZodType, safeEncode } from 'zod/v4/core';
import { ResponseSerializationError } from 'fastify-type-provider-zod';
import type { Logger } from '#platform/logging/logger.ts';

/** A value as a newer release may add one to an enum: nothing else is passed on unread. */
const NAME = /^[A-Za-z][\w-]{0,59}$/;

/** One value for each round: a union hides those behind it until the one in front is known. */
const MAX_ROUNDS = 20;

/**
 * Serialises answers by their schemas. During an update, releases work side by side, so a row may hold a value of an enum that
 * only the newer one knows. It is passed on as it is, and logged: the rest of a list doesn't fail with it.
 *
 * @returns a compiler whose functions throw ResponseSerializationError for anything else that violates the schema
 */
export function createSerializer(log: Logger): FastifySerializerCompiler<$ZodType> {
  return ({ schema, method, url }) =>
    (answer) => {
      const result = safeEncode(schema, answer);
      if (!result.error) return JSON.stringify(result.data);
      const tolerated = encodeTolerantly(schema, answer);
      if (!tolerated) throw new ResponseSerializationError(method, url, { cause: result.error });
      log.warn(
        { method, route: url, values: tolerated.values },
        'an answer holds values that this release does not know: a newer one has written them',
      );
      return JSON.stringify(tolerated.encoded);
    };
}

type Path = readonly PropertyKey[];
type Unknown = { path: Path; value: string };

/** Encodes with a known value in place of each unknown one, and puts these back. */
function encodeTolerantly(
  schema: $ZodType,
  answer: unknown,
): { encoded: unknown; values: string[] } | undefined {
  const unknown: Unknown[] = [];
  let known = answer;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const result = safeEncode(schema, known);
    if (!result.error) {
      const values = [...new Set(unknown.map(({ path, value }) => `${nameOf(path)}: ${value}`))];
      const encoded = unknown.reduce((all, { path, value }) => withValue(all, path, value), result.data);
      return { encoded, values };
    }
    for (const issue of result.error.issues) {
      const value = valueAt(known, issue.path);
      const other = knownValue(issue);
      if (other === undefined || typeof value !== 'string' || !NAME.test(value)) return undefined;
      unknown.push({ path: issue.path, value });
      known = withValue(known, issue.path, other);
    }
  }
  return undefined;
}

function knownValue(issue: $ZodIssue): string | undefined {
  const [first, second] = issue.code === 'invalid_value' ? issue.values : [];
  // A single value is a literal, which no release extends.
  return typeof first === 'string' && second !== undefined ? first : undefined;
}

function valueAt(whole: unknown, path: Path): unknown {
  return path.reduce<unknown>((part, key) => Reflect.get(Object(part), key), whole);
}

/** A copy of what is on the path; the answer of a cache is shared. */
function withValue(whole: unknown, [key, ...rest]: Path, value: string): unknown {
  if (key === undefined) return value;
  const copy: unknown[] | Record<PropertyKey, unknown> = Array.isArray(whole)
    ? [...(whole as unknown[])]
    : { ...Object(whole) };
  Reflect.set(copy, key, withValue(Reflect.get(copy, key), rest, value));
  return copy;
}

/** Without the positions in lists. */
function nameOf(path: Path): string {
  return path.filter((key) => typeof key === 'string').join('.');
}
