import * as z from 'zod/mini';

/** What is wrong with a field of the configuration. The message has none of its values, which may be secrets. */
export type Fault = { path: string; message: string };

/** What a schema finds in the value. */
export function findFaults(schema: z.ZodMiniType, value: unknown): Fault[] {
  const { error } = z.safeParse(schema, value, { error: messageOf });
  return (error?.issues ?? []).flatMap((issue) => {
    const place = issue.path.map(String).join('.');
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        path: place === '' ? key : `${place}.${key}`,
        message: 'This field is not known.',
      }));
    }
    const isMissing = valueAt(value, issue.path) === undefined;
    return [{ path: place, message: `${isMissing ? 'Missing. ' : ''}${issue.message}` }];
  });
}

function valueAt(value: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>((part, key) => Object(part)[key], value);
}

const TYPES: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of fields',
  record: 'a group of fields',
};

/** What the schema itself says nothing about: zod/mini has no messages without a locale. */
function messageOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `This is ${TYPES[issue.expected] ?? `of the type ${issue.expected}`}.`;
    case 'invalid_value':
      return `This is ${issue.values.map(String).join(' or ')}.`;
    case 'too_small':
      return `This ${measure(issue.origin)} at least ${issue.minimum}${unit(issue.origin)}.`;
    case 'too_big':
      return `This ${measure(issue.origin)} at most ${issue.maximum}${unit(issue.origin)}.`;
    case 'invalid_key':
      return issue.issues.map(({ message }) => message).join(' ');
    case 'invalid_format':
    case 'invalid_element':
    case 'invalid_union':
    case 'not_multiple_of':
    case 'unrecognized_keys':
    case 'custom':
    default:
      return 'This value is not possible. The documentation of the game has every field.';
  }
}

function measure(origin: string): string {
  return origin === 'string' || origin === 'array' ? 'has' : 'is';
}

function unit(origin: string): string {
  if (origin === 'string') return ' characters';
  return origin === 'array' ? ' entries' : '';
}
