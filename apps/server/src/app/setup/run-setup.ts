import { randomBytes } from 'node:crypto';
import { parseEnv } from 'node:util';
import { ConfigError, readConfig } from '#platform/config/config.ts';
import { INEXPRESSIBLE, isExpressible, renderEnvironmentFile } from '#platform/config/environment-file.ts';
import { isLoopbackOrigin } from '#platform/config/loopback-address.ts';
import { SETTINGS } from '#platform/config/settings.ts';
import { readIfThere, replaceFile } from '#platform/files/kept-files.ts';
import { findKeptKey } from './kept-keys.ts';
import type { Answers, Prompter, Question } from './prompter.ts';
import { nextCommands } from './next-commands.ts';
import { publicOriginOf } from './public-origin.ts';
import { chooseSamples, isSingleProcess } from './samples.ts';
import { SetupFault } from './setup-fault.ts';
import { findTarget } from './target-file.ts';
import { type Bases, EMBEDDED, type Step, STEPS, type Tested, type Values } from './steps.ts';

const INTRODUCTION = [
  "Settings of Waygate, written by 'waygate setup'. It may be edited; the setup keeps what it doesn't ask.",
];

const SECRET_BYTES = 32;
/** A single process leaves at once, because nobody else serves until it is back. */
const NO_DRAIN = '0';

/** Of every question that may be asked. */
export const QUESTION_NAMES = [
  ...STEPS.flatMap(({ questions }) => questions({}).map(({ name }) => name)),
  'PROXY',
  'SYSTEMD',
];

/**
 * Asks for the settings, and writes them to `file` once every answer has passed its test.
 *
 * @returns the names of variables that changed, the files that were written, and the commands to run then
 * @throws SetupFault
 */
export async function runSetup(
  file: string,
  { prompter, bases }: { prompter: Prompter; bases: Bases },
): Promise<{ changed: string[]; files: string[]; next: string[] }> {
  const target = await findTarget(file);
  const known: Values = parseEnv((await readIfThere(target)) ?? '');
  requireExpressible(known);
  let values = known;
  const afterwards: Tested['afterwards'][] = [];
  for (const step of STEPS) {
    const done = await carryOut(step, { values, known, prompter, bases });
    values = done.values;
    afterwards.push(done.afterwards);
  }
  const strict = await withStrictCheck(withoutQuestions(values, known), known, prompter);
  // The last questions: until here, Ctrl+C leaves every file and the endpoints in use as they are.
  const { samples, values: complete } = await chooseSamples(file, strict, prompter);
  const [before, after] = [new Map(Object.entries(known)), new Map(Object.entries(complete))];
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => before.get(name) !== after.get(name),
  );
  if (changed.length > 0)
    await replaceFile(target, renderEnvironmentFile(INTRODUCTION, complete), { keepsOwner: true });
  for (const sample of samples) await replaceFile(sample.file, sample.text, { keepsOwner: true });
  for (const finish of afterwards) await finish?.();
  const made = samples.map((sample) => sample.file);
  const next = nextCommands({ file, files: made, values: complete, before: known });
  return { changed, files: [...(changed.length > 0 ? [file] : []), ...made], next };
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
): Promise<{ values: Values; afterwards?: Tested['afterwards'] }> {
  const { title, describe, questions, isOutdated, test } = step;
  const names = questions(current).map(({ name }) => name);
  const isWanted = await prompter.wantsStep({ title, state: describe(current) || undefined, names });
  if (!isWanted && isOutdated?.(current, known) !== true) return { values: current };
  for (;;) {
    try {
      const answers: Answers = {};
      for (const question of isWanted ? questions(current) : []) {
        const answer = await prompter.ask(hinted(expressed(question), current));
        if (answer !== undefined) answers[question.name] = answer;
      }
      const variables = Object.entries(answers).filter(([name]) => Object.hasOwn(SETTINGS, name));
      const values: Values = { ...current, ...Object.fromEntries(variables) };
      const { set = {}, reports, afterwards } = await test(values, { answers, before: known, bases });
      for (const report of reports) prompter.report(report);
      return { values: withoutEmpty({ ...values, ...set }), afterwards };
    } catch (error) {
      if (!(error instanceof SetupFault)) throw error;
      if (!(await prompter.asksAgain(error))) return { values: current };
    }
  }
}

/** Refuses an answer that the file can't hold while it can still be changed. */
function expressed(question: Question): Question {
  const { validate } = question;
  return {
    ...question,
    validate: (answer) => validate?.(answer) ?? (isExpressible(answer) ? undefined : INEXPRESSIBLE),
  };
}

/** What isn't asked is kept, so it is checked before anybody has answered for nothing. @throws SetupFault */
function requireExpressible(values: Values): void {
  const names = Object.entries(values).flatMap(([name, value]) => (isExpressible(value) ? [] : [name]));
  if (names.length > 0)
    throw new SetupFault(
      `The setup can't keep ${names.join(', ')}, which ${INEXPRESSIBLE}: change it in the file.`,
    );
}

/** A secret isn't shown, so its question says that there is one. */
function hinted(question: Question, before: Values): Question {
  const isSet = question.isSecret && Object.hasOwn(before, question.name);
  return isSet ? { ...question, message: `${question.message} (Enter keeps what is set)` } : question;
}

function withoutEmpty(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== EMBEDDED));
}

/** What a public portal needs and nobody has to answer. What is set stays. */
function withoutQuestions(values: Values, before: Values): Values {
  const origin = publicOriginOf(values);
  if (origin === undefined || isLoopbackOrigin(origin)) return values;
  const { DRAIN_SECONDS: drain, ...rest } = values;
  const isSingle = isSingleProcess(values);
  // Several processes need the drain that a single one was written without.
  const isOutdated = !isSingle && isSingleProcess(before) && drain === NO_DRAIN;
  const kept = isOutdated ? rest : values;
  const isBehindProxy = (values.TRUST_PROXY ?? 'off') !== 'off';
  return {
    ...(isSingle && { DRAIN_SECONDS: NO_DRAIN }),
    // Behind a proxy, nobody may read metrics without one; the doctor looks by it at what the proxy passes on.
    ...(isBehindProxy && { METRICS_TOKEN: randomBytes(SECRET_BYTES).toString('hex') }),
    ...kept,
  };
}

/** Turns on the strict check of production where everything for it is there. @throws SetupFault for a useless configuration */
async function withStrictCheck(values: Values, before: Values, { report }: Prompter): Promise<Values> {
  const folders = [values.DATA_DIR, ...(before.DATA_DIR === undefined ? [] : [before.DATA_DIR])];
  const kept = await withKeptKeys(values, before, folders);
  const strict: Values = { ...kept, NODE_ENV: 'production' };
  strict.FACTOR_KEY ??= (await findKeptKey('FACTOR_KEY', folders)) ?? makeKey();
  // A portal without a key for game passwords encrypts them with those of Twitch's tokens.
  if (values.FACTOR_KEY === undefined && strict.TWITCH_TOKEN_KEY === undefined)
    strict.GAME_ACCOUNT_KEY ??= (await findKeptKey('GAME_ACCOUNT_KEY', folders)) ?? makeKey();
  const missing = faultsOf(strict);
  if (missing.length === 0) return strict;
  const { NODE_ENV: _, ...lenient } = kept;
  const faults = faultsOf(lenient);
  if (faults.length > 0) throw new SetupFault(['Nothing was written:', ...faults].join('\n  - '));
  report(`The strict check of production stays off: ${missing.join('; ')}.`);
  return lenient;
}

/** Where the Twitch step has just made a key, the keys that the portal has used until now. */
async function withKeptKeys(
  values: Values,
  before: Values,
  folders: (string | undefined)[],
): Promise<Values> {
  if (values.TWITCH_TOKEN_KEY === undefined || before.TWITCH_TOKEN_KEY !== undefined) return values;
  const tokenKey = await findKeptKey('TWITCH_TOKEN_KEY', folders);
  const gameKey = values.GAME_ACCOUNT_KEY ?? (await findKeptKey('GAME_ACCOUNT_KEY', folders));
  return {
    ...values,
    ...(tokenKey !== undefined && { TWITCH_TOKEN_KEY: tokenKey }),
    ...(gameKey !== undefined && { GAME_ACCOUNT_KEY: gameKey }),
  };
}

const makeKey = () => randomBytes(SECRET_BYTES).toString('base64');

function faultsOf(values: Values): string[] {
  try {
    readConfig(values);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.faults;
  }
}
