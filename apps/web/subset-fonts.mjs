// Cuts the two variable fonts down to Latin-1 and the punctuation that articles use.
// Run by hand after a font update: node apps/web/subset-fonts.mjs
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const FONTS = {
  cinzel: '@fontsource-variable/cinzel',
  'source-sans-3': '@fontsource-variable/source-sans-3',
};
const latin1 = Array.from({ length: 0xff - 0x20 + 1 }, (_, offset) =>
  String.fromCodePoint(0x20 + offset),
).join('');
const text = `${latin1}–—‘’“”•…€™−×→`;

for (const [name, source] of Object.entries(FONTS)) {
  const file = fileURLToPath(import.meta.resolve(`${source}/files/${name}-latin-wght-normal.woff2`));
  const subset = await subsetFont(await readFile(file), text, { targetFormat: 'woff2' });
  await writeFile(path.join(import.meta.dirname, 'src/ui/fonts', `${name}.woff2`), subset);
  console.log(`${name}: ${subset.length} bytes`);
}
