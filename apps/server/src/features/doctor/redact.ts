import { SETTINGS } from '#platform/config/settings.ts';

const SECRET_SETTINGS = new Set(
  Object.entries(SETTINGS).flatMap(([name, { isSecret }]) => (isSecret ? [name] : [])),
);
/** Of misspelt variables and those of other programs. */
const SECRET_NAME = /KEY|SECRET|PASSWORD|PASSPHRASE|PASS$|TOKEN|_URL$|CREDENTIAL|DSN/i;
/** Shorter values are words that occur in sentences. */
const SHORTEST_SECRET = 4;

const SECRET_SHAPES: [RegExp, string][] = [
  [/\b(sk|rk|pk)_(live|test)_\S+/g, '[redacted]'],
  [/\bwhsec_\S+/g, '[redacted]'],
  [/:\/\/[^/\s@]*@/g, '://[redacted]@'],
  [/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '[address]'],
];

/** Removes from texts every secret of the environment, what looks like one, and addresses of people. */
export function createRedact(environment: Record<string, string | undefined>): (text: string) => string {
  const secrets = Object.entries(environment)
    .filter(([name]) => SECRET_SETTINGS.has(name) || SECRET_NAME.test(name))
    .flatMap(([, value = '']) => [value, ...partsOf(value)])
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    // A secret that contains another one first.
    .toSorted((a, b) => b.length - a.length);
  return (text) => {
    const known = secrets.reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text);
    return SECRET_SHAPES.reduce((rest, [shape, shown]) => rest.replaceAll(shape, shown), known);
  };
}

/** Keys of a list, and the user and password of an address, as written and decoded. */
function partsOf(value: string): string[] {
  const url = value.includes('://') ? URL.parse(value) : null;
  const written = url ? [url.password, isUserSecret(url) ? url.username : ''] : value.split(/[,:]/);
  return written.flatMap((part) => [part, decodeOrKeep(part)]);
}

/** A mail service's may be a key. PostgreSQL's is a role, whose name also occurs in paths and commands that must stay readable. */
function isUserSecret({ protocol, password }: URL): boolean {
  return password !== '' && !/^postgres(ql)?:$/.test(protocol);
}

function decodeOrKeep(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
