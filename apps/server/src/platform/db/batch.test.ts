import { describe, expect, it } from 'vitest';
import { batchReads } from './batch.ts';

const keyOf = (name: string) => Buffer.from(name);

/** Finds every key but 'missing', and records what it was asked for. */
function recorder() {
  const asked: string[][] = [];
  const read = async (keys: Buffer[]) => {
    const names = [...new Set(keys.map(String))];
    asked.push(names);
    return names
      .filter((name) => name !== 'missing')
      .toReversed()
      .map((name) => ({ batchKey: keyOf(name), name }));
  };
  return { asked, read };
}

describe('reads in batches', () => {
  it('answers all keys of one turn by one statement, each with its own row', async () => {
    const { asked, read } = recorder();
    const find = batchReads(read);
    const found = await Promise.all(['a', 'b', 'missing', 'a'].map((name) => find(keyOf(name))));
    expect(found.map((row) => row?.name)).toEqual(['a', 'b', undefined, 'a']);
    expect(asked).toEqual([['a', 'b', 'missing']]);
  });

  it('starts another statement for keys of a later turn', async () => {
    const { asked, read } = recorder();
    const find = batchReads(read);
    await find(keyOf('a'));
    await find(keyOf('b'));
    expect(asked).toEqual([['a'], ['b']]);
  });

  it('asks for at most a hundred keys at a time', async () => {
    const { asked, read } = recorder();
    const find = batchReads(read);
    const names = Array.from({ length: 250 }, (_, number) => `key-${number}`);
    const found = await Promise.all(names.map((name) => find(keyOf(name))));
    expect(found.map((row) => row?.name)).toEqual(names);
    expect(asked.map(({ length }) => length)).toEqual([100, 100, 50]);
  });

  it('fails for each caller when the statement fails, and reads again for the next', async () => {
    let failures = 1;
    const find = batchReads(async (keys) => {
      if (failures-- > 0) throw new Error('The connection broke.');
      return keys.map((batchKey) => ({ batchKey }));
    });
    const outcomes = await Promise.allSettled([find(keyOf('a')), find(keyOf('b'))]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(find(keyOf('a'))).resolves.toEqual({ batchKey: keyOf('a') });
  });
});
