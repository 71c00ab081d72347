import { cancel, confirm, isCancel, log, password, select, text } from '@clack/prompts';
import type { Prompter, Question } from './prompter.ts';

const EXIT_INTERRUPTED = 130;

/** Asks somebody at the terminal. Ctrl+C ends the setup, and nothing is written. */
export function createTerminalPrompter(): Prompter {
  return {
    wantsStep: async ({ title, state }) => {
      log.step(title);
      if (state === undefined) return given(await confirm({ message: 'Set this up now?' }));
      log.message(`Set: ${state}`);
      return given(await confirm({ message: 'Change it?', initialValue: false }));
    },
    ask: async (question) => {
      const answer = given(await (question.isSecret ? askSecret(question) : askText(question)));
      return answer === '' ? undefined : answer;
    },
    report: (sentence) => log.success(sentence),
    asksAgain: async ({ message }) => {
      log.error(message);
      const choice = await select({
        message: 'What now?',
        options: [
          { value: true, label: 'Answer again' },
          { value: false, label: 'Leave it as it was' },
        ],
      });
      return given(choice);
    },
  };
}

function askText({ message, initial, validate }: Question) {
  return text({
    message,
    ...(initial !== undefined && { initialValue: initial }),
    validate: (answer) => (answer ? validate?.(answer) : undefined),
  });
}

function askSecret({ message, validate }: Question) {
  return password({ message, validate: (answer) => (answer ? validate?.(answer) : undefined) });
}

function given<T>(answer: T): Exclude<T, symbol> {
  // The library's only symbol is its mark of Ctrl+C.
  if (!isCancel(answer)) return answer as Exclude<T, symbol>;
  cancel('Nothing was written.');
  process.exit(EXIT_INTERRUPTED);
}
