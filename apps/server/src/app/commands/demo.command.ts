import path from 'node:path';
import { startDemo } from '#app/demo/start-demo.ts';
import { useDemoEnvironment } from '#app/demo/demo-environment.ts';
import { runServer } from '#app/run-program.ts';
import { createBuiltPages } from '#app/site/pages.ts';
import type { Arguments } from './command.ts';

const FOLDER = './demo-data';

export function demo({ values }: Arguments): Promise<void> {
  const { data = FOLDER } = values;
  useDemoEnvironment(process.env, path.resolve(String(data)));
  return runServer((program) => startDemo(program, { createPages: createBuiltPages, isWorker: true }));
}
