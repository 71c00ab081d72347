import rehypeSanitize, { type Options as Allowed } from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';

/** The parts of a markdown or HTML node that are read or written here. */
type Node = {
  type: string;
  tagName?: string;
  depth?: number;
  properties?: Record<string, unknown>;
  children?: Node[];
};

/** What markdown itself can produce, and nothing else. */
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
  // Ids come from footnotes alone, which carry their prefix already.
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

/** Markdown with GitHub's extensions → sanitised HTML. Takes its time: use `renderMarkdown`. */
export function markdownToHtml(markdown: string): string {
  return String(processor.processSync(markdown));
}

/** The page has its own h1, so the text begins at h2; no level is skipped on the way down. */
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

/** Raw HTML stays visible as the text that was written, in a paragraph of its own where it is a block. */
function asText(_: unknown, { value }: { value: string }, parent: Node | undefined): Text | Paragraph {
  const text: Text = { type: 'text', value };
  const isBlock = BLOCKS.has(parent?.type ?? 'root');
  return isBlock ? { type: 'element', tagName: 'p', properties: {}, children: [text] } : text;
}

/** Adds what authors cannot write: after sanitising, so that it need not be allowed in their text. */
function finish(tree: Node): void {
  // All nodes at first: a wrapped table must not be met again inside of its wrapper.
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

/** A wide table scrolls by itself, and the keyboard can scroll it. */
function inScroller(table: Node): Node {
  return {
    type: 'element',
    tagName: 'div',
    properties: { className: ['table-scroll'], role: 'group', ariaLabel: 'Table', tabIndex: 0 },
    children: [table],
  };
}

function* descendants(tree: Node): Generator<Node> {
  // A stack of our own: text may nest deeper than calls can.
  const stack = [tree];
  for (let node = stack.pop(); node; node = stack.pop()) {
    yield node;
    stack.push(...(node.children ?? []).toReversed());
  }
}
