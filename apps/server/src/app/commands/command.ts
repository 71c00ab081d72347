import type { ParseArgsOptionsConfig } from 'node:util';

/** What was typed after a command's name, checked against its options. */
export type Arguments = {
  words: string[];
  values: Record<string, string | boolean | (string | boolean)[] | undefined>;
};

/** One command of `waygate`. What it needs is loaded only when it runs. */
export type Command = {
  name: string;
  /** One line, for the list of commands. */
  summary: string;
  /** What follows the name, such as `[--json]`. */
  usage: string;
  /** Lines about words and options. */
  details?: string;
  options?: ParseArgsOptionsConfig;
  /** The most words that may follow the name. Default 0. */
  maxWords?: number;
  load: () => Promise<(args: Arguments) => Promise<void>>;
};

/** A command was called wrongly: its usage is printed, and the program ends with 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

export const JSON_OPTION = { json: { type: 'boolean' } } as const;
