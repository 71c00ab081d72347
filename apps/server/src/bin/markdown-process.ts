// The process of `renderMarkdown`. It loads only the renderer's modules.
import { createContext, Script } from 'node:vm';
import { markdownToHtml } from '#platform/markdown/markdown-to-html.ts';
import { serveTasks } from '#platform/threads/serve-tasks.ts';

/** More than the portal waits before it ends this process: a text that never ends must not outlive a portal that crashed. */
const TIMEOUT_MS = 30_000;

const context = createContext({ markdownToHtml, markdown: '' });
const limited = new Script('markdownToHtml(markdown)');

serveTasks((markdown: string): string => {
  context.markdown = markdown;
  // As `markdownToHtml` returns it.
  return limited.runInContext(context, { timeout: TIMEOUT_MS }) as string;
});
