import { expect, test } from 'vitest';
import { csvHeading, csvLines, type CsvValue } from './csv.ts';

const cell = (value: CsvValue) =>
  csvLines([{ label: 'value', value: () => value }], [value]).replace(/\r\n$/, '');

test('a file begins with a byte order mark and its headings', () => {
  const columns = [
    { label: 'id', value: ({ id }: { id: number }) => id },
    { label: 'double, "quoted"', value: ({ id }: { id: number }) => id * 2 },
  ];
  expect(csvHeading(columns)).toBe('\uFEFFid,"double, ""quoted"""\r\n');
  expect(csvLines(columns, [{ id: 1 }, { id: 2 }])).toBe('1,2\r\n2,4\r\n');
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
])('%j is written as %j', (value, written) => {
  expect(cell(value)).toBe(written);
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '＝1', '＋1', '－1', '＠A1'])(
  'the text %j is no formula',
  (text) => {
    expect(cell(text)).toBe(`'${text}`);
  },
);

test('a formula that has to be quoted is no formula either', () => {
  expect(cell('=HYPERLINK("http://evil.example","x")')).toBe(`"'=HYPERLINK(""http://evil.example"",""x"")"`);
  expect(cell('\r=1')).toBe(`"'\r=1"`);
});
