// The thread behind `renderMarkdown`: it has the renderer's modules and nothing else of the portal.
import { parentPort } from 'node:worker_threads';
import { markdownToHtml } from '#platform/markdown/markdown-to-html.ts';
import type { ThreadMessage } from '#platform/markdown/render-markdown.ts';

parentPort?.on('message', (markdown: string) => say(render(markdown)));
say('ready');

function say(message: ThreadMessage): void {
  parentPort?.postMessage(message);
}

function render(markdown: string): ThreadMessage {
  try {
    return { html: markdownToHtml(markdown) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}
