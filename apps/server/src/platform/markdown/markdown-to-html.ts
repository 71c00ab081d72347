import rehypeSanitize, { type Options as Allowed } from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';

/** The parts of a markdown or HTML node that are used here. */
type Node = {
  type: string;
  tagName?: string;
  depth?: number;
  properties?: Record<string, unknown>;
  children?: Node[];
};

/** Only what markdown itself can produce. */
const ALLOWED: Allowed = {
  // oxfmt-ignore
  tagNames: [
    'a', 'blockquote', 'br', 'code', 'del', 'em', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'img', 'input', 'li', 'ol',
    'p', 'pre', 'section', 'strong', 'sup', 'table', 'tbody', 'td', 'th', 'thead', 'tr', 'ul',
  ],
  attributes: {
    a: [
      'href',
      'title',
      'id',
      'ariaDescribedBy',
      'ariaLabel',
      'dataFootnoteRef',
      'dataFootnoteBackref',
      ['className', 'data-footnote-backref'],
    ],
    code: [['className', /^language-[\w+#-]{1,30}$/]],
    h2: ['id', ['className', 'sr-only']],
    img: ['src', 'alt', 'title'],
    input: ['checked', ['disabled', true], ['type', 'checkbox']],
    li: ['id', ['className', 'task-list-item']],
    ol: ['start', ['className', 'contains-task-list']],
    section: ['dataFootnotes', ['className', 'footnotes']],
    td: ['align'],
    th: ['align'],
    ul: [['className', 'contains-task-list']],
  },
  ancestors: { tbody: ['table'], td: ['table'], th: ['table'], thead: ['table'], tr: ['table'] },
  protocols: { href: ['http', 'https', 'mailto'], src: ['http', 'https'] },
  required: { input: { disabled: true, type: 'checkbox' } },
  strip: ['script', 'style'],
  // Only footnotes have ids, which are already prefixed.
  clobber: [],
  clobberPrefix: '',
};

const BLOCKS = new Set(['root', 'blockquote', 'listItem', 'footnoteDefinition']);

const processor = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(() => keepOneTitle)
  .use(remarkRehype, { handlers: { html: asText } })
  .use(rehypeSanitize, ALLOWED)
  .use(() => finish)
  .use(rehypeStringify);

/** Renders GitHub-flavoured markdown as sanitised HTML. Slow and synchronous: use `renderMarkdown`. */
export function markdownToHtml(markdown: string): string {
  return String(processor.processSync(markdown));
}

/** Shifts headings to begin at h2, because the page has its own h1, and closes skipped levels. */
function keepOneTitle(tree: Node): void {
  const headings = [...descendants(tree)].filter(({ type }) => type === 'heading');
  const shift = 2 - Math.min(...headings.map(({ depth = 1 }) => depth));
  let previous = 1;
  for (const heading of headings) {
    heading.depth = Math.min((heading.depth ?? 1) + shift, previous + 1, 6);
    previous = heading.depth;
  }
}

type Text = { type: 'text'; value: string };
type Paragraph = { type: 'element'; tagName: 'p'; properties: {}; children: Text[] };

/** Shows raw HTML as text; a block becomes its own paragraph. */
function asText(_: unknown, { value }: { value: string }, parent: Node | undefined): Text | Paragraph {
  const text: Text = { type: 'text', value };
  const isBlock = BLOCKS.has(parent?.type ?? 'root');
  return isBlock ? { type: 'element', tagName: 'p', properties: {}, children: [text] } : text;
}

/** Adds attributes that authors may not write. Runs after sanitising, so that they need not be allowed. */
function finish(tree: Node): void {
  // Collected before any change, so that a table is not wrapped again inside its wrapper.
  const nodes = [...descendants(tree)];
  for (const node of nodes) {
    const { children, properties } = node;
    if (children)
      node.children = children.map((child) => (child.tagName === 'table' ? inScroller(child) : child));
    if (!properties) continue;
    if (node.tagName === 'a' && properties.href !== undefined) properties.rel = ['noopener'];
    if (node.tagName === 'img') Object.assign(properties, { loading: 'lazy', decoding: 'async' });
    if (node.tagName === 'input') properties.ariaLabel = properties.checked ? 'Done' : 'Not done';
  }
}

/** Wraps a table in a container that scrolls, also by keyboard. */
function inScroller(table: Node): Node {
  return {
    type: 'element',
    tagName: 'div',
    properties: { className: ['table-scroll'], role: 'group', ariaLabel: 'Table', tabIndex: 0 },
    children: [table],
  };
}

function* descendants(tree: Node): Generator<Node> {
  // An explicit stack: text may nest deeper than the call stack.
  const stack = [tree];
  for (let node = stack.pop(); node; node = stack.pop()) {
    yield node;
    stack.push(...(node.children ?? []).toReversed());
  }
}
