import fc from 'fast-check';

const BOUNDARY = 'fuzz-boundary';

/** A part: text, or a file with any name and type. */
export type Part = { name: string; content: string | Buffer; file?: string; type?: string };

/** What the body of a form may suffer on its way. */
export type FormFault = 'none' | 'cut' | 'no end' | 'other boundary' | 'no boundary' | 'bad part' | 'doubled';

export const formFault: fc.Arbitrary<FormFault> = fc.constantFrom(
  'cut',
  'no end',
  'other boundary',
  'no boundary',
  'bad part',
  'doubled',
);

/** What pictures begin with, and nothing of what should follow; and files that are no pictures. */
export const PICTURE_BEGINNINGS = [
  Buffer.alloc(0),
  Buffer.from('ffd8ffe000104a46494600', 'hex'),
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  Buffer.from('89504e470d0a1a0a0000000d49484452ffffffffffffffff0806000000', 'hex'),
  Buffer.from('RIFF\xff\xff\xff\x7fWEBPVP8 ', 'latin1'),
  Buffer.from('\0\0\0\x1cftypavif\0\0\0\0avifmif1', 'latin1'),
  Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
  Buffer.from('GIF89a'),
];

export const nastyFile: fc.Arbitrary<Buffer> = fc.oneof(
  fc.constantFrom(...PICTURE_BEGINNINGS),
  fc.uint8Array({ maxLength: 500 }).map((bytes) => Buffer.from(bytes)),
);

export const nastyFileName = fc.constantFrom(
  'picture.png',
  '',
  '../../etc/passwd',
  '..\\x.png',
  'a\u0000.png',
  '%00',
  'x'.repeat(3000),
  '"',
  'é\u2028.png',
);

/** The form as multipart, whole or with a fault. */
export function toMultipart(
  parts: Part[],
  fault: FormFault,
): { headers: { 'content-type': string }; payload: Buffer } {
  const written = fault === 'doubled' ? [...parts, ...parts] : parts;
  const chunks = written.flatMap(({ name, content, file, type }) => [
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`),
    Buffer.from(file === undefined ? '' : `; filename="${file}"`),
    Buffer.from(type === undefined ? '\r\n\r\n' : `\r\nContent-Type: ${type}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
  if (fault === 'bad part')
    chunks.push(Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: x; ;;=\r\n: \r\n\r\nx\r\n`));
  if (fault !== 'no end') chunks.push(Buffer.from(`--${BOUNDARY}--\r\n`));
  const whole = Buffer.concat(chunks);
  const boundaries: Partial<Record<FormFault, string>> = {
    'other boundary': '; boundary=other',
    'no boundary': '',
  };
  return {
    headers: { 'content-type': `multipart/form-data${boundaries[fault] ?? `; boundary=${BOUNDARY}`}` },
    payload: fault === 'cut' ? whole.subarray(0, Math.floor(whole.length / 2)) : whole,
  };
}
