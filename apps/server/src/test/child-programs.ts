import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { useFolder } from './backups.ts';

/** Never answers, on any machine. */
export const ENDLESS = 'endless';

/** A program in the place of a child's real one. The first time it runs, `FIRST` is true. @returns its file */
export async function useProgram(code: string): Promise<string> {
  const folder = await useFolder();
  const program = path.join(folder, 'program.mjs');
  const first = `import fs from 'node:fs'; const marker = ${JSON.stringify(path.join(folder, 'ran'))};
    const FIRST = !fs.existsSync(marker); fs.writeFileSync(marker, '');`;
  await writeFile(program, `${first}\n${code}`);
  return program;
}

/**
 * A program for `createMarkdownRenderer` that gives each text back as it is, and never ends with `ENDLESS`.
 *
 * @param answersAfterMs how long it takes for a text
 * @param mutes whether its first process never says that it is ready
 */
export function useEchoingProgram({ answersAfterMs = 0, mutes = false } = {}): Promise<string> {
  return useProgram(`
    process.on('message', (text) => {
      while (text === '${ENDLESS}');
      setTimeout(() => process.send({ output: text }), ${answersAfterMs});
    });
    process.on('disconnect', () => process.exit());
    if (!(FIRST && ${mutes})) process.send('ready');`);
}
