import { expect, test } from 'vitest';
import { csvParts } from './csv.ts';

async function* batchesOf<Row>(...batches: Row[][]) {
  yield* batches;
}

async function collected<Part>(parts: AsyncIterable<Part>): Promise<Part[]> {
  const all: Part[] = [];
  for await (const part of parts) all.push(part);
  return all;
}

test('a file has a byte order mark, a heading, and a part for each batch', async () => {
  const columns = [
    { label: 'id', value: ({ id }: { id: number }) => id },
    { label: 'double, "quoted"', value: ({ id }: { id: number }) => id * 2 },
  ];
  const parts = await collected(csvParts(columns, batchesOf([{ id: 1 }, { id: 2 }], [{ id: 3 }])));
  expect(parts).toEqual(['\uFEFFid,"double, ""quoted"""\r\n', '1,2\r\n2,4\r\n', '3,6\r\n']);
});

test('the next batch is asked for when the last one is taken', async () => {
  let asked = 0;
  async function* endless() {
    for (;;) yield [(asked += 1)];
  }
  const parts = csvParts([{ label: 'n', value: (n: number) => n }], endless());
  for (let taken = 0; taken < 3; taken += 1) await parts.next();
  expect(asked).toBe(2);
  await parts.return(undefined);
});
