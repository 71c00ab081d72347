import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';

it('titles of articles follow the font of an operator’s style sheet', async () => {
  const css = await readFile(path.join(import.meta.dirname, 'tokens.css'), 'utf8');
  const rule = /:root:where\(:has\((link\S+?)\)\) \{\s*--font-reading-title: var\(--font-title\);/;
  const [, selector = ''] = rule.exec(css) ?? [];
  // Not in the document, which would load it.
  const head = document.createElement('head');
  head.innerHTML = '<link rel="stylesheet" href="/assets/base.css">';
  expect(head.querySelector(selector)).toBeNull();
  // As the server writes it.
  head.innerHTML = '<link rel="stylesheet" href="/brand/theme.css?v=0123456789ab">';
  expect(head.querySelector(selector)).not.toBeNull();
});
