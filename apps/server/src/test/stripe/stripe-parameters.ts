import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';

export type Parameters = Record<string, unknown>;

const schema = JSON.parse(readFileSync(path.join(import.meta.dirname, 'parameters.schema.json'), 'utf8'));
const ajv = new Ajv({ strict: false, coerceTypes: true, allErrors: true });
ajv.addSchema({ $id: 'stripe', ...schema });

const validators = new Map<string, ValidateFunction>();

/** What Stripe would refuse of an operation's parameters; coerces their texts to numbers and flags. */
export function parameterFaults(operation: string, parameters: Parameters): string | undefined {
  const known = validators.get(operation);
  const validate = known ?? ajv.compile({ $ref: `stripe#/operations/${operation}` });
  validators.set(operation, validate);
  return validate(parameters) ? undefined : ajv.errorsText(validate.errors);
}

/** Reads `a[b][0]=x` as Stripe does. */
export function parseForm(form: URLSearchParams): Parameters {
  const parameters: Parameters = {};
  for (const [name, value] of form) {
    const keys = name.split(/\[|\]\[|\]/).filter((key) => key !== '');
    assign(parameters, keys, value);
  }
  // The outermost value is an object, whatever its keys are.
  return withLists(parameters) as Parameters;
}

function assign(target: Parameters, [key = '', ...rest]: string[], value: string): void {
  if (rest.length === 0) {
    target[key] = value;
    return;
  }
  const inner = (target[key] ??= {});
  // Only this function writes into `target`, and a name has either a value or inner names.
  assign(inner as Parameters, rest, value);
}

function withLists(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, withLists(inner)] as const);
  const isList = entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key));
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}
