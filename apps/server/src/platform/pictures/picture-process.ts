import path from 'node:path';
import { SERVER_ROOT } from '#platform/files/package-root.ts';
import { childProcess } from '#platform/threads/child-process.ts';
import { createOnDemandChild } from '#platform/threads/on-demand-child.ts';
import type { PICTURE_WORK } from './picture-work.ts';

/** Longer than all that sharp's own limits allow for one picture. */
const WORK_TIMEOUT_MS = 90_000;

/** An idle process ends after this time, to free its 60 MB. It outlives the pauses between the pictures of one upload. */
const IDLE_MS = 2000;

// The program's path, from the sources and from the bundle.
const PROGRAM = path.join(
  SERVER_ROOT,
  import.meta.url.endsWith('.ts') ? 'src/bin/picture-process.ts' : 'dist/picture-process.js',
);

type Work = typeof PICTURE_WORK;
type Reply<Name extends keyof Work> = Awaited<ReturnType<Work[Name]>>;

/** What the process is asked. */
export type PictureTask = { [Name in keyof Work]: { work: Name; input: Parameters<Work[Name]> } }[keyof Work];

/** What it answers. */
export type PictureOutput = Reply<keyof Work>;

/**
 * Has a picture worked on by the process; one at a time.
 *
 * @throws unavailable when the process doesn't start
 * @throws Error with sharp's message, or when the process ends or takes too long
 */
export type AskPictureProcess = <Name extends keyof Work>(
  work: Name,
  ...input: Parameters<Work[Name]>
) => Promise<Reply<Name>>;

/** The process starts with the first picture, and again when it has ended. */
export function createPictureProcess({
  program = PROGRAM,
  startTimeoutMs,
  workTimeoutMs = WORK_TIMEOUT_MS,
  idleMs = IDLE_MS,
}: {
  program?: string;
  startTimeoutMs?: number;
  workTimeoutMs?: number;
  idleMs?: number;
} = {}): AskPictureProcess {
  const name = 'picture process';
  const ask = createOnDemandChild<PictureTask, PictureOutput>({
    name,
    start: childProcess({ name, program }),
    startTimeoutMs,
    workTimeoutMs,
    idleMs,
  });
  return async <Name extends keyof Work>(
    work: Name,
    ...input: Parameters<Work[Name]>
  ): Promise<Reply<Name>> =>
    // As the program answers: with the output of the work that it was asked for.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    (await ask({ work, input } as PictureTask)) as Reply<Name>;
}
