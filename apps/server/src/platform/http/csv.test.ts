import { expect, test } from 'vitest';
import { type CsvValue, csvParts } from './csv.ts';

async function* batchesOf<Row>(...batches: Row[][]) {
  yield* batches;
}

async function collected<Part>(parts: AsyncIterable<Part>): Promise<Part[]> {
  const all: Part[] = [];
  for await (const part of parts) all.push(part);
  return all;
}

/** The file's parts without the heading. */
async function partsOf(...batches: CsvValue[][]): Promise<string[]> {
  const columns = [{ label: 'value', value: (value: CsvValue) => value }];
  return (await collected(csvParts(columns, batchesOf(...batches)))).slice(1);
}

const cell = async (value: CsvValue) => (await partsOf([value])).join('').replace(/\r\n$/, '');

test('a file has a byte order mark, a heading, and a part for each batch', async () => {
  const columns = [
    { label: 'id', value: ({ id }: { id: number }) => id },
    { label: 'double, "quoted"', value: ({ id }: { id: number }) => id * 2 },
  ];
  const parts = await collected(csvParts(columns, batchesOf([{ id: 1 }, { id: 2 }], [{ id: 3 }])));
  expect(parts).toEqual(['\uFEFFid,"double, ""quoted"""\r\n', '1,2\r\n2,4\r\n', '3,6\r\n']);
});

test.each<[CsvValue, string]>([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['two\r\nlines', '"two\r\nlines"'],
  ['', ''],
  [null, ''],
  [undefined, ''],
  [-4.5, '-4.5'],
  [true, 'true'],
  [new Date('2026-11-22T10:00:00Z'), '2026-11-22T10:00:00.000Z'],
])('%j is written as %j', async (value, written) => {
  expect(await cell(value)).toBe(written);
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '＝1', '＋1', '－1', '＠A1'])(
  'the text %j is no formula',
  async (text) => {
    expect(await cell(text)).toBe(`'${text}`);
  },
);

test('a formula that has to be quoted is no formula either', async () => {
  expect(await cell('=HYPERLINK("http://evil.example","x")')).toBe(
    `"'=HYPERLINK(""http://evil.example"",""x"")"`,
  );
  expect(await cell('\r=1')).toBe(`"'\r=1"`);
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
