import { SETTING_SECTIONS } from './settings.ts';

const COMMENT_WIDTH = 118;

/** What is wrong with a value that isn't expressible, as the end of a sentence. */
export const INEXPRESSIBLE =
  'has a line break, a backslash at its end, or a single quote together with one of " \\ $ `';

/** Whether an environment file can hold the value. */
export function isExpressible(value: string): boolean {
  return value === '' || quote(value) !== undefined;
}

/**
 * Writes an environment file that Node, systemd and Docker Compose read alike. Every variable is there with its meaning;
 * those without a value are commented out. What isn't one of ours stays at the end.
 *
 * @throws Error for a value that the three would read differently, naming the variable alone
 */
export function renderEnvironmentFile(introduction: string[], values: Record<string, string>): string {
  const left = new Map(Object.entries(values));
  const sections = SETTING_SECTIONS.map(({ title, settings }) => {
    const lines = Object.entries(settings).map(([name, { meaning, byDefault }]) => {
      const line = assignmentOf(name, left.get(name));
      left.delete(name);
      return [...commentOf(meaning, byDefault), line].join('\n');
    });
    return [`# ---- ${title}`, ...lines].join('\n\n');
  });
  const foreign = [...left].map(([name, value]) => assignmentOf(name, value));
  const others = foreign.length > 0 ? [['# ---- Other variables', ...foreign].join('\n')] : [];
  const title = introduction.map((line) => `# ${line}`).join('\n');
  return `${[title, ...sections, ...others].join('\n\n')}\n`;
}

function commentOf(meaning: string, byDefault: string): string[] {
  const text = byDefault === '' ? `${meaning}.` : `${meaning}. Default: ${byDefault}.`;
  const words = (text.charAt(0).toUpperCase() + text.slice(1))
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replaceAll('`', '')
    .split(' ');
  const lines: string[] = [];
  let line = '#';
  for (const word of words) {
    if (line.length + word.length >= COMMENT_WIDTH) {
      lines.push(line);
      line = '#';
    }
    line += ` ${word}`;
  }
  return [...lines, line];
}

function assignmentOf(name: string, value: string | undefined): string {
  if (value === undefined || value === '') return `#${name}=`;
  const quoted = quote(value);
  if (quoted === undefined) throw new Error(`${name} ${INEXPRESSIBLE}: change it.`);
  return `${name}=${quoted}`;
}

/** @returns undefined for a value that Node, systemd and Compose would read differently */
function quote(value: string): string | undefined {
  if (/^[\w@%+=:,./-]+$/.test(value)) return value;
  // Compose takes a backslash before the closing quote for an escape.
  if (/[\n\r]|\\$/.test(value)) return undefined;
  if (!value.includes("'")) return `'${value}'`;
  return /["\\$`]/.test(value) ? undefined : `"${value}"`;
}
