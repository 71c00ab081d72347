import type { $ZodErrorMap, $ZodRawIssue } from 'zod/v4/core';
import * as z from 'zod/mini';

const BY_TYPE: Record<string, string> = {
  string: 'This must be text.',
  number: 'This must be a number.',
  int: 'This must be a whole number.',
  boolean: 'This must be true or false.',
  array: 'This must be a list.',
  object: 'This must be an object with named fields.',
  record: 'This must be an object with named fields.',
  null: 'This must be empty.',
};

const BY_FORMAT: Record<string, string> = {
  uuid: 'This must be a UUID, such as 123e4567-e89b-42d3-a456-426614174000.',
  datetime: 'This must be a time in ISO 8601, such as 2026-12-24T18:00:00Z.',
  date: 'This must be a date, such as 2026-12-24.',
  ipv4: 'This must be an IPv4 address, such as 203.0.113.7.',
  ipv6: 'This must be an IPv6 address, such as 2001:db8::7.',
};

/**
 * What is wrong with a value, and what would be right, where its schema has no sentence for it. Never the library's
 * own words. A pattern says nothing to a person, so that a schema with one needs a sentence of its own.
 */
const describeIssue: $ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined && !isContainer(issue.expected)
        ? 'This field is required.'
        : (BY_TYPE[issue.expected] ?? 'This value has the wrong type.');
    case 'too_small':
      return describeBound(issue.origin, 'at least', issue.minimum);
    case 'too_big':
      return describeBound(issue.origin, 'at most', issue.maximum);
    case 'invalid_format':
      return BY_FORMAT[issue.format] ?? 'This value is not valid.';
    case 'invalid_value':
      return describeChoice(issue.values);
    case 'invalid_union':
      return describeUnion(issue);
    case 'not_multiple_of':
    case 'unrecognized_keys':
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
      return 'This value is not valid.';
  }
};

function isContainer(type: string): boolean {
  return type === 'object' || type === 'array' || type === 'record';
}

function describeBound(origin: string, bound: 'at least' | 'at most', limit: number | bigint): string {
  if (origin === 'string' && Number(limit) === 1) return 'This field is required.';
  const count = String(limit).replace(/\B(?=(\d{3})+$)/g, ' ');
  if (origin === 'string') return `Use ${bound} ${count} characters.`;
  if (origin === 'array') return `Use ${bound} ${count} ${Number(limit) === 1 ? 'entry' : 'entries'}.`;
  return `Use a number of ${bound} ${count}.`;
}

function describeChoice(values: readonly unknown[]): string {
  const listed = values.map((value) => (value === '' ? 'empty' : String(value))).join(', ');
  return values.length === 1 ? `This must be ${listed}.` : `Choose one of these: ${listed}.`;
}

function describeUnion({ options = [] }: $ZodRawIssue & { options?: readonly unknown[] }): string {
  return options.length > 0 ? describeChoice(options) : 'This value is not valid.';
}

// For the whole process, since a schema's own sentence comes first and the library's last. `text.ts` loads it and not
// `endpoint.ts`, which is part of the landing page and parses nothing there.
z.config({ customError: describeIssue });
