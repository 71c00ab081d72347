import type { Fault } from './faults.ts';

export type Environment = Record<string, string | undefined>;

const VARIABLE = /\$\{([A-Za-z_]\w*)(?::-([^}]*))?\}/g;

/**
 * Replaces `${NAME}` and `${NAME:-default}` in every text by variables of the environment. After parsing, so that a value
 * can't add fields.
 */
export function substitute(value: unknown, environment: Environment): { value: unknown; faults: Fault[] } {
  const faults: Fault[] = [];
  const walk = (part: unknown, path: string): unknown => {
    if (typeof part === 'string') {
      return part.replaceAll(VARIABLE, (match, name: string, fallback: string | undefined, at: number) => {
        const found = environment[name] || fallback;
        if (found === undefined) faults.push({ path, message: `The environment has no variable ${name}.` });
        return isSignIn(part, at, at + match.length) ? encode(found ?? '') : (found ?? '');
      });
    }
    if (Array.isArray(part)) return part.map((entry, at) => walk(entry, `${path}.${at}`));
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(
      Object.entries(part).map(([key, entry]) => [key, walk(entry, path === '' ? key : `${path}.${key}`)]),
    );
  };
  return { value: walk(value, ''), faults };
}

/** Whether a variable is the user or the password of an address. */
function isSignIn(text: string, from: number, to: number): boolean {
  return /^[a-z]+:\/\/[^/?#]*$/.test(text.slice(0, from)) && text.indexOf('@', to) > 0;
}

/** What would end the password. A percent sign stays: the password may be encoded already. */
function encode(password: string): string {
  return password.replaceAll(/[/?#@:[\]\\\s]/g, encodeURIComponent);
}
