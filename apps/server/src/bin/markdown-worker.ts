// The worker thread of `renderMarkdown`. It loads only the renderer's modules.
import { parentPort } from 'node:worker_threads';
import { markdownToHtml } from '#platform/markdown/markdown-to-html.ts';
import type { ThreadMessage } from '#platform/markdown/render-markdown.ts';

parentPort?.on('message', (markdown: string) => post(render(markdown)));
post('ready');

function post(message: ThreadMessage): void {
  parentPort?.postMessage(message);
}

function render(markdown: string): ThreadMessage {
  try {
    return { output: markdownToHtml(markdown) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}
