import path from 'node:path';
import { readAnswers } from '#app/setup/prompter.ts';
import { QUESTION_NAMES, runSetup } from '#app/setup/run-setup.ts';
import { SetupFault } from '#app/setup/setup-fault.ts';
import { type Arguments, UsageError } from './command.ts';

/** Asks for the settings, tests each, and writes them to a file. Ends with 1 if an answer of a file fails its test. */
export async function setup({ values }: Arguments): Promise<void> {
  const { answers, file, json } = values;
  if (answers === undefined && !process.stdin.isTTY)
    throw new UsageError('Without a terminal, --answers is needed.');
  const target = path.resolve(typeof file === 'string' ? file : (process.env.WAYGATE_ENV_FILE ?? '.env'));
  const say = (sentence: string) => (json === true ? console.error(sentence) : console.log(sentence));
  try {
    const prompter =
      typeof answers === 'string'
        ? await readAnswers(answers, { known: QUESTION_NAMES, report: say })
        : (await import('#app/setup/terminal.ts')).createTerminalPrompter();
    const { STRIPE_API_BASE, TWITCH_API_BASE, TWITCH_AUTH_BASE } = process.env;
    const bases = Object.fromEntries(
      Object.entries({ STRIPE_API_BASE, TWITCH_API_BASE, TWITCH_AUTH_BASE }).filter(
        ([, base]) => base !== undefined,
      ),
    );
    const { changed, files, next } = await runSetup(target, { prompter, bases });
    if (json === true) return console.log(JSON.stringify({ changed, files, next }));
    console.log(changed.length > 0 ? `Changed: ${changed.join(', ')}.` : 'Nothing changed.');
    for (const written of files) console.log(`Written: ${written}`);
    console.log(`Next:\n  ${next.join('\n  ')}`);
  } catch (error) {
    if (!(error instanceof SetupFault)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
