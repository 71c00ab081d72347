import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { SERVER_ROOT } from '#platform/files/package-root.ts';
import { ENDLESS, useEchoingProgram } from '#test/child-programs.ts';
import { escapeMarkdown } from './escape-markdown.ts';
import { createMarkdownRenderer, renderMarkdown } from './render-markdown.ts';

/** Wide enough for an echo on any machine. */
const WIDE_MS = 3000;

/** The tags of the HTML, which is where anything dangerous would have to be: `<` in text is always escaped. */
function tags(html: string): string[] {
  return html.match(/<[^>]*>/g) ?? [];
}

describe('dangerous markdown', () => {
  test.each([
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](java\tscript:alert(1))',
    '[x](&#106;avascript:alert(1))',
    '[x](&#x01;javascript:alert(1))',
    '[x](javascript&colon;alert(1))',
    '[x](vbscript:msgbox(1))',
    '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
    '[x](file:///etc/passwd)',
    '[x][ref]\n\n[ref]: javascript:alert(1)',
    '<javascript:alert(1)>',
    '<data:text/html,x>',
    '![x](javascript:alert(1))',
    '![x](data:image/svg+xml,<svg onload=alert(1)>)',
    '[![x](javascript:alert(1))](javascript:alert(2))',
    '> - [x](javascript:alert(1))\n>   1. **[y](javascript:alert(2))**',
    '| [x](javascript:alert(1)) |\n|---|\n| ![y](data:text/html,1) |',
    '[^1]\n\n[^1]: [x](javascript:alert(1))',
    'ircs:x [x](ircs://x) [y](xmpp:x) [z](blob:x)',
  ])('keeps no address of another scheme: %j', async (markdown) => {
    const html = await renderMarkdown(markdown);
    for (const tag of tags(html)) {
      expect(tag).not.toMatch(/javascript|vbscript|data:|file:|xmpp|irc|blob:/i);
      expect(tag).not.toMatch(/(href|src)="(?!https?:|mailto:|\/|#)/);
    }
  });

  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    'text <b onclick="alert(1)">bold</b> text',
    '<a href="javascript:alert(1)">x</a>',
    '<svg><script>alert(1)</script></svg>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<style>@import "//evil.example"</style>',
    '- <details open ontoggle=alert(1)>\n\n  x',
    '> <form action=/api/auth/logout>\n> <button>x</button>',
    '[<img src=x onerror=alert(1)>](https://example.com)',
    '`` <script>alert(1)</script> ``',
    '```html\n<script>alert(1)</script>\n```',
    '![" onerror="alert(1)](x)',
    '[x](https://example.com "\\" onmouseover=\\"alert(1)")',
    '[x](https://example.com/" onmouseover="alert(1))',
    '<https://example.com/"onmouseover="alert(1)>',
    'https://example.com/"><script>alert(1)</script>',
    '``` "><script>alert(1)</script>\n```',
    '<!-- --!><img src=x onerror=alert(1)> -->',
    '<![CDATA[<script>alert(1)</script>]]>',
    '<?php system("x") ?>',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
  ])('leaves raw HTML as text: %j', async (markdown) => {
    const html = await renderMarkdown(markdown);
    for (const tag of tags(html)) {
      expect(tag).toMatch(/^<\/?(p|a|b?lockquote|code|pre|em|img|ul|li|div|br)\b/);
      // Attributes outside of quotes: a handler inside a quoted value is text.
      expect(tag.replace(/"[^"]*"/g, '""')).not.toMatch(/\son\w+=|srcdoc|style=|formaction/i);
    }
  });

  test('raw HTML is shown as it was written', async () => {
    expect(await renderMarkdown('<b>x</b>')).toBe('<p>&#x3C;b>x&#x3C;/b></p>');
    expect(await renderMarkdown('<div>\nx\n</div>')).toBe('<p>&#x3C;div>\nx\n&#x3C;/div></p>');
  });
});

describe('links and pictures', () => {
  test.each([
    ['[x](https://example.com/a?b=c#d)', 'https://example.com/a?b=c#d'],
    ['[x](http://example.com)', 'http://example.com'],
    ['[x](mailto:a@example.com)', 'mailto:a@example.com'],
    ['[x](/patch-notes)', '/patch-notes'],
    ['[x](#part)', '#part'],
    ['https://example.com', 'https://example.com'],
    ['www.example.com', 'http://www.example.com'],
    ['a@example.com', 'mailto:a@example.com'],
    ['<https://example.com>', 'https://example.com'],
  ])('%s survives, cannot reach the page that opened it, and keeps the tab', async (markdown, href) => {
    const html = await renderMarkdown(markdown);
    expect(html).toContain(`<a href="${href}" rel="noopener">`);
    expect(html).not.toContain('target');
  });

  test('pictures load lazily', async () => {
    expect(await renderMarkdown('![A gate](/api/media/gate.webp "Dusk")')).toBe(
      '<p><img src="/api/media/gate.webp" alt="A gate" title="Dusk" loading="lazy" decoding="async"></p>',
    );
  });
});

describe('structure', () => {
  test.each([
    ['# A\n\n## B\n\n### C', ['h2', 'h3', 'h4']],
    ['## A\n\n### B', ['h2', 'h3']],
    ['#### A\n\n##### B', ['h2', 'h3']],
    ['## A\n\n##### B\n\n## C', ['h2', 'h3', 'h2']],
    ['# 1\n\n## 2\n\n### 3\n\n#### 4\n\n##### 5\n\n###### 6', ['h2', 'h3', 'h4', 'h5', 'h6', 'h6']],
    ['Title\n===\n\nPart\n---', ['h2', 'h3']],
  ])('headings of %j begin at h2 and skip no level', async (markdown, expected) => {
    const html = await renderMarkdown(markdown);
    expect([...html.matchAll(/<(h\d)/g)].map(([, name]) => name)).toEqual(expected);
  });

  test('a table is scrollable by keyboard', async () => {
    const html = await renderMarkdown('| A | B |\n|:--|--:|\n| 1 | 2 |');
    expect(html).toMatch(
      /^<div class="table-scroll" role="group" aria-label="Table" tabindex="0"><table>[\s\S]*<\/table><\/div>$/,
    );
    expect(html.match(/table-scroll/g)).toHaveLength(1);
    expect(html).toContain('<td align="right">2</td>');
  });

  test('task lists expose their state to assistive technology', async () => {
    const html = await renderMarkdown('- [x] forge\n- [ ] temper');
    expect(html).toContain('<input type="checkbox" checked disabled aria-label="Done"> forge');
    expect(html).toContain('<input type="checkbox" disabled aria-label="Not done"> temper');
  });

  test('footnotes link to their text and back', async () => {
    const html = await renderMarkdown('A claim[^1].\n\n[^1]: Its source.');
    const [, target] = /href="#([^"]+)"/.exec(html) ?? [];
    expect(html).toContain(`<li id="${target}">`);
  });
});

describe('the rendering process', () => {
  test('keeps the event loop free while a large text is rendered', async () => {
    const paragraph =
      'A **long** text with [links](https://example.com), `code` and more.\n\n- one\n- two\n\n';
    let hasTurned = false;
    setImmediate(() => {
      hasTurned = true;
    });
    const html = await renderMarkdown(paragraph.repeat(1000));
    expect(html.length).toBeGreaterThan(100_000);
    // Rendered on this loop, it would be there before the loop's next turn.
    expect(hasTurned).toBe(true);
  }, 400_000);

  test('returns parallel texts to their own callers', async () => {
    const html = await Promise.all(Array.from({ length: 20 }, (_, index) => renderMarkdown(`text ${index}`)));
    expect(html).toEqual(Array.from({ length: 20 }, (_, index) => `<p>text ${index}</p>`));
  });

  test('refuses only the text that takes too long, and renders the queued ones', async () => {
    const render = createMarkdownRenderer({ timeoutMs: WIDE_MS, program: await useEchoingProgram() });
    const outcomes = await Promise.allSettled(
      ['before', ENDLESS, 'after', ENDLESS, 'last'].map((text) => render(text)),
    );
    expect(outcomes).toMatchObject([
      { value: 'before' },
      { reason: { code: 'validation_failed' } },
      { value: 'after' },
      { reason: { code: 'validation_failed' } },
      { value: 'last' },
    ]);
  }, 30_000);

  test("starts a text's time limit when its rendering starts", async () => {
    const program = await useEchoingProgram({ answersAfterMs: WIDE_MS / 10 });
    const render = createMarkdownRenderer({ timeoutMs: WIDE_MS, program });
    // One fits in well, and a line of them does not.
    const texts = Array.from({ length: 12 }, (_, index) => `text ${index}`);
    expect(await Promise.all(texts.map((text) => render(text)))).toEqual(texts);
  }, 400_000);

  test('that never starts delays one caller only, who gets a retry time', async () => {
    const program = await useEchoingProgram({ mutes: true });
    const render = createMarkdownRenderer({ startTimeoutMs: WIDE_MS, program });
    const outcomes = await Promise.allSettled(['first', 'second', 'third'].map((text) => render(text)));
    expect(outcomes).toMatchObject([
      { reason: { code: 'unavailable', details: { retryAfterSeconds: 5 } } },
      { value: 'second' },
      { value: 'third' },
    ]);
  }, 30_000);

  test('refuses callers when the queue is full, with a retry time', async () => {
    const render = createMarkdownRenderer({ maxWaiting: 2 });
    const outcomes = await Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map((text) => render(text)));
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
    ]);
    expect(outcomes[4]).toMatchObject({ reason: { code: 'unavailable', details: { retryAfterSeconds: 5 } } });
    expect(await render('later')).toBe('<p>later</p>');
  });

  test('renders two texts per author at a time without delaying others', async () => {
    const render = createMarkdownRenderer({ program: await useEchoingProgram(), maxWaiting: 4 });
    const texts = ['a', 'b', 'c', 'd', 'e', 'f'];
    const ofOne = Promise.allSettled(texts.map((text) => render(text, { authorId: 1 })));
    const ofOthers = await Promise.all([render('other', { authorId: 2 }), render('own')]);
    expect(ofOthers).toEqual(['other', 'own']);
    const refused = { reason: { code: 'too_many_requests', details: { retryAfterSeconds: 5 } } };
    expect(await ofOne).toMatchObject([{ value: 'a' }, { value: 'b' }, ...texts.slice(2).map(() => refused)]);
    expect(await Promise.all(['g', 'h'].map((text) => render(text, { authorId: 1 })))).toEqual(['g', 'h']);
  }, 30_000);

  test('does not keep a process from ending', async () => {
    const program = `
      import { renderMarkdown } from '#platform/markdown/render-markdown.ts';
      console.log(await renderMarkdown('x'));`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--eval', program], {
      cwd: SERVER_ROOT,
      // Less than the test may take.
      timeout: 25_000,
    });
    expect(stdout.trim()).toBe('<p>x</p>');
  }, 30_000);

  test('refuses a text with too deep nesting, and renders the next one', async () => {
    const render = createMarkdownRenderer();
    const outcome = await render('>'.repeat(20_000)).then(
      () => 'rendered',
      (error: { code: string }) => error.code,
    );
    expect(['rendered', 'validation_failed']).toContain(outcome);
    expect(await render('next')).toBe('<p>next</p>');
  }, 400_000);
});

test('an escaped value remains text, wherever it is inserted', async () => {
  const value = '[x](javascript:1) <b> *a* _b_ `c` | \\ & # ! {{brandName}}\n\n- z';
  const html = await renderMarkdown(`${escapeMarkdown(value)}\n\n| a |\n|---|\n| ${escapeMarkdown(value)} |`);
  expect(html.match(/\[x\]\(javascript:1\) &#x3C;b> \*a\* _b_ `c` \| \\ &#x26; # ! \{\{/g)).toHaveLength(2);
  expect(html).not.toMatch(/<(a|em|code|b|li)\b/);
  expect(await renderMarkdown(`[chat](${escapeMarkdown('https://x.example/a_b(c)?d=*e*&f')})`)).toContain(
    '<a href="https://x.example/a_b(c)?d=*e*&#x26;f" rel="noopener">',
  );
});
