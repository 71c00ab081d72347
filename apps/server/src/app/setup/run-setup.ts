import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { ConfigError, readConfig } from '#platform/config/config.ts';
import { renderEnvironmentFile } from '#platform/config/environment-file.ts';
import { readIfThere, replaceFile } from '#platform/files/kept-files.ts';
import { SERVER_ROOT } from '#platform/files/package-root.ts';
import type { Answers, Prompter, Question } from './prompter.ts';
import { SetupFault } from './setup-fault.ts';
import { type Bases, EMBEDDED, type Step, STEPS, type Values } from './steps.ts';

const SAMPLES = path.join(SERVER_ROOT, '../../deploy');
const INTRODUCTION = [
  "Settings of Waygate, written by 'waygate setup'. It may be edited; the setup keeps what it doesn't ask.",
];

/** Of every question that may be asked. */
export const QUESTION_NAMES = [
  ...STEPS.flatMap(({ questions }) => questions({}).map(({ name }) => name)),
  'PROXY',
  'SYSTEMD',
];

/**
 * Asks for the settings, and writes them to `file` once every answer has stood its test.
 *
 * @returns the names of variables that changed, and the files that were written
 * @throws SetupFault
 */
export async function runSetup(
  file: string,
  { prompter, bases }: { prompter: Prompter; bases: Bases },
): Promise<{ changed: string[]; files: string[] }> {
  const known: Values = parseEnv((await readIfThere(file)) ?? '');
  let values = known;
  for (const step of STEPS) values = await carryOut(step, { values, known, prompter, bases });
  const complete = withStrictCheck(values, prompter);
  const changed = [...new Set([...Object.keys(known), ...Object.keys(complete)])].filter(
    (name) => (known as Record<string, string>)[name] !== (complete as Record<string, string>)[name],
  );
  if (changed.length > 0) await replaceFile(file, renderEnvironmentFile(INTRODUCTION, complete));
  const samples = await writeSamples(file, complete, prompter);
  return { changed, files: [...(changed.length > 0 ? [file] : []), ...samples] };
}

/** Asks the questions of a step until its test succeeds, or the answers are dropped. */
async function carryOut(
  step: Step,
  {
    values: current,
    known,
    prompter,
    bases,
  }: { values: Values; known: Values; prompter: Prompter; bases: Bases },
): Promise<Values> {
  const { title, describe, questions, test } = step;
  const names = questions(current).map(({ name }) => name);
  if (!(await prompter.wantsStep({ title, state: describe(current) || undefined, names }))) return current;
  for (;;) {
    try {
      const answers: Answers = {};
      for (const question of questions(current)) {
        const answer = await prompter.ask(hinted(question, current));
        if (answer !== undefined) answers[question.name] = answer;
      }
      const { TWITCH_CATEGORIES: _, TEST_MAIL_TO: __, PROXY: ___, SYSTEMD: ____, ...variables } = answers;
      const values = { ...current, ...variables };
      const { set = {}, reports } = await test(values, { answers, before: known, bases });
      for (const report of reports) prompter.report(report);
      return withoutEmpty({ ...values, ...set });
    } catch (error) {
      if (!(error instanceof SetupFault)) throw error;
      if (!(await prompter.asksAgain(error))) return current;
    }
  }
}

/** A secret isn't shown, so its question says that there is one. */
function hinted(question: Question, before: Values): Question {
  const isSet = question.isSecret && Object.hasOwn(before, question.name);
  return isSet ? { ...question, message: `${question.message} (Enter keeps what is set)` } : question;
}

function withoutEmpty(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== EMBEDDED));
}

/** Turns on the strict check of production where everything for it is there. @throws SetupFault for a useless configuration */
function withStrictCheck(values: Values, { report }: Prompter): Values {
  const strict: Values = { ...values, NODE_ENV: 'production' };
  const missing = faultsOf(strict);
  if (missing.length === 0) return strict;
  const { NODE_ENV: _, ...lenient } = values;
  const faults = faultsOf(lenient);
  if (faults.length > 0) throw new SetupFault(['Nothing was written:', ...faults].join('\n  - '));
  report(`The strict check of production stays off: ${missing.join('; ')}.`);
  return lenient;
}

function faultsOf(values: Values): string[] {
  try {
    readConfig(values);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.faults;
  }
}

/** Writes the files of proxy and service manager next to the environment file, made for this portal. */
async function writeSamples(file: string, values: Values, prompter: Prompter): Promise<string[]> {
  const proxy = await prompter.ask({
    name: 'PROXY',
    message: "Which proxy is in front? 'caddy', 'nginx', or nothing",
    validate: (answer) => (['caddy', 'nginx'].includes(answer) ? undefined : 'must be caddy or nginx'),
  });
  const systemd = await prompter.ask({
    name: 'SYSTEMD',
    message: "Write units of systemd? 'yes', or nothing",
    validate: (answer) => (answer === 'yes' ? undefined : 'must be yes'),
  });
  // The embedded database belongs to one process.
  const isSingle = values.DATABASE_URL === undefined;
  const units = isSingle ? ['waygate.service'] : ['waygate-api@.service', 'waygate-worker.service'];
  const names = [
    ...(proxy === 'caddy' ? ['Caddyfile'] : []),
    ...(proxy === 'nginx' ? ['nginx.conf'] : []),
    ...(systemd === undefined ? [] : units.map((unit) => `systemd/${unit}`)),
  ];
  return Promise.all(
    names.map(async (name) => {
      const target = path.join(path.dirname(file), path.basename(name));
      const text = await readFile(path.join(SAMPLES, name), 'utf8');
      await replaceFile(target, adapt(text.replaceAll('/etc/waygate/waygate.env', file), values, isSingle));
      return target;
    }),
  );
}

function adapt(
  text: string,
  { PUBLIC_ORIGIN: origin, PORT: port = '3000' }: Values,
  isSingle: boolean,
): string {
  const host = URL.parse(origin ?? '')?.hostname ?? 'play.example.com';
  const second = String(Number(port) + 1);
  const named = text.replaceAll('play.example.com', host).replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`);
  if (!isSingle) return named.replaceAll('127.0.0.1:3001', `127.0.0.1:${second}`);
  return named.replace(/^\tserver 127\.0\.0\.1:3001 .*\n/m, '').replace(' 127.0.0.1:3001', '');
}
