import { describe, expect, it } from 'vitest';
import { type CsvValue, toCsv } from './csv.ts';

const csv = (...values: CsvValue[]) =>
  toCsv(
    values.map((value, index) => ({ label: `C${index}`, value: () => value })),
    [0],
  )
    .split('\r\n')
    .slice(1, -1)
    .join('\r\n');

describe('a list as a file', () => {
  it('has heads, one line for each row, and a mark that tells of its UTF-8', () => {
    const rows = [{ id: 1 }, { id: 2 }];
    expect(toCsv([{ label: 'Id', value: ({ id }: { id: number }) => id }], rows)).toBe(
      '\ufeffId\r\n1\r\n2\r\n',
    );
  });

  it('quotes what would break it', () => {
    expect(csv('a,b', 'say "hi"', 'two\nlines', 'plain')).toBe('"a,b","say ""hi""","two\nlines",plain');
  });

  it('writes numbers, yes and no, and nothing as they are', () => {
    expect(csv(-4.5, true, null, undefined)).toBe('-4.5,true,,');
  });

  it.each(['=1+1', '+1', '-1', '@x', '\t=1', '＝1'])('lets no spreadsheet run the text %j', (text) => {
    expect(csv(text)).toBe(`'${text}`);
  });
});
