// The thread behind `renderMarkdown`: it has the renderer's modules and nothing else of the portal.
import { parentPort } from 'node:worker_threads';
import { markdownToHtml } from '#platform/markdown/markdown-to-html.ts';
import type { RenderReply, RenderRequest } from '#platform/markdown/render-markdown.ts';

parentPort?.on('message', ({ id, markdown }: RenderRequest) => {
  parentPort?.postMessage(render(id, markdown));
});

function render(id: number, markdown: string): RenderReply {
  try {
    return { id, html: markdownToHtml(markdown) };
  } catch (error) {
    return { id, failure: error instanceof Error ? error.message : String(error) };
  }
}
