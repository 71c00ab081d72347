import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { useProgram } from '#test/child-programs.ts';
import { twoColours } from '#test/pictures.ts';
import { createPictureProcess } from './picture-process.ts';

const ANSWERS = `process.on('message', () => process.send({ output: { width: process.pid, height: 1 } }));
  process.on('disconnect', () => process.exit());
  process.send('ready');`;

const PICTURE = Buffer.from('any');

test('a picture that crashes the decoder fails alone', async () => {
  const program = await useProgram(`
    if (FIRST) { process.on('message', () => process.kill(process.pid, 'SIGSEGV')); process.send('ready'); }
    else { ${ANSWERS} }`);
  const ask = createPictureProcess({ program });
  await expect(ask('measure', PICTURE)).rejects.toThrow('The picture process has ended with SIGSEGV.');
  await expect(ask('measure', PICTURE)).resolves.toMatchObject({ height: 1 });
});

test('a process that hangs is ended, and the next picture gets another', async () => {
  const program = await useProgram(`
    if (FIRST) { process.on('message', () => {}); process.send('ready'); }
    else { ${ANSWERS} }`);
  const ask = createPictureProcess({ program, workTimeoutMs: 2000 });
  await expect(ask('measure', PICTURE)).rejects.toThrow('The picture process took too long.');
  await expect(ask('measure', PICTURE)).resolves.toMatchObject({ height: 1 });
});

test.each([
  ['ends at once', 'process.exit(3)'],
  ['does not start', 'setInterval(() => {}, 1000)'],
])('a process that %s is no fault of the picture', async (_, code) => {
  const ask = createPictureProcess({ program: await useProgram(code), startTimeoutMs: 3000 });
  await expect(ask('measure', PICTURE)).rejects.toMatchObject({
    code: 'unavailable',
    details: { retryAfterSeconds: 5 },
  });
});

test('stays for the next picture, and ends when none comes', async () => {
  const program = await useProgram(ANSWERS);
  const ask = createPictureProcess({ program, idleMs: 2000 });
  const { width: first } = await ask('measure', PICTURE);
  expect((await ask('measure', PICTURE)).width).toBe(first);
  while (isRunning(first)) await pause(50);
  expect((await ask('measure', PICTURE)).width).not.toBe(first);
});

test('knows no secret of the portal', async () => {
  const program = await useProgram(`
    process.on('message', () => process.send({ output: { width: Object.keys(process.env).join(), height: 1 } }));
    process.send('ready');`);
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('STRIPE_SECRET_KEY', 'sk_test_1');
  const { width: names } = await createPictureProcess({ program })('measure', PICTURE);
  expect(String(names)).toContain('PATH');
  expect(String(names)).not.toContain('STRIPE');
});

test('the real one measures a picture', async () => {
  const ask = createPictureProcess({ idleMs: 0 });
  await expect(ask('measure', await twoColours())).resolves.toEqual({ width: 64, height: 48 });
  await expect(ask('measure', PICTURE)).rejects.toThrow('unsupported image format');
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
