import { readFile } from 'node:fs/promises';
import type { VariableName } from '#platform/config/config.ts';
import { messageOf } from '#platform/errors/message-of.ts';
import { parseJson } from '#platform/json/parse-json.ts';
import * as z from 'zod';
import { SetupFault } from './setup-fault.ts';

/** What a question sets: a variable, or what a step makes of the answer. */
export type Answered = VariableName | 'TWITCH_CATEGORIES' | 'TEST_MAIL_TO' | 'PROXY' | 'SYSTEMD';
export type Answers = Partial<Record<Answered, string>>;

export type Question = {
  name: Answered;
  message: string;
  /** What Enter gives. Never of a secret. */
  initial?: string;
  /** The answer is never shown; Enter keeps what is set. */
  isSecret?: boolean;
  /** @returns what is wrong, as the end of a sentence */
  validate?: (answer: string) => string | undefined;
};

/** Who answers: somebody at the terminal, or a file. */
export type Prompter = {
  /** @param state what is set, without secrets; undefined: nothing is */
  wantsStep: (step: { title: string; state: string | undefined; names: Answered[] }) => Promise<boolean>;
  /** @returns undefined: stays as it is */
  ask: (question: Question) => Promise<string | undefined>;
  /** Something that a test found out, or did. */
  report: (sentence: string) => void;
  /** @returns whether the questions are asked again; otherwise the answers of the step are dropped @throws SetupFault */
  asksAgain: (fault: SetupFault) => Promise<boolean>;
};

const answersSchema = z.record(z.string(), z.string());

/**
 * For tests and for machines that set up others: a JSON file with answers by name. What has no answer stays as it is.
 *
 * @throws SetupFault
 */
export async function readAnswers(
  file: string,
  { known, report }: { known: string[]; report: (sentence: string) => void },
): Promise<Prompter> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new SetupFault(`${file} can't be read: ${messageOf(error)}`);
  });
  const parsed = answersSchema.safeParse(parseJson(text));
  if (!parsed.success) throw new SetupFault(`${file} must be a JSON object with texts by name.`);
  const answers = parsed.data;
  const strange = Object.keys(answers).filter((name) => !known.includes(name));
  if (strange.length > 0) throw new SetupFault(`No question is named ${strange.join(', ')}.`);
  return {
    wantsStep: async ({ names }) => names.some((name) => answers[name] !== undefined),
    ask: async ({ name, validate }) => {
      const answer = answers[name];
      const fault = answer === undefined ? undefined : validate?.(answer);
      if (fault !== undefined) throw new SetupFault(`${name} ${fault}.`);
      return answer;
    },
    report,
    asksAgain: (fault) => {
      throw fault;
    },
  };
}
