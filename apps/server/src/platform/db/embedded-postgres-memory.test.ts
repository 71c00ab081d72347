import { expect, test } from 'vitest';
import { machineMemoryMb, sharedBuffers } from './embedded-postgres-memory.ts';

test.each([
  ['a tiny machine', 256, '32MB'],
  ['one of a gigabyte', 1024, '64MB'],
  ['one of almost two gigabytes', 1999.7, '124MB'],
  ['one of four gigabytes', 4096, '256MB'],
  ['a large one', 131_072, '256MB'],
])('the buffers of %s follow its memory', (_, memoryMb, buffers) => {
  expect(sharedBuffers(memoryMb)).toBe(buffers);
});

test('the memory of this machine is a plausible number of megabytes', () => {
  expect(machineMemoryMb()).toBeGreaterThan(64);
  expect(machineMemoryMb()).toBeLessThan(2 ** 26);
});
