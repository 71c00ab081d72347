import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Sends a page of plain HTML that depends on nothing: whatever a styled page needs may be what has just failed, and a
 * caller who asks for too much is to cost nothing.
 *
 * @param heading also the title; neither it nor the text may contain markup
 */
export function sendPlainPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, heading, text }: { status: number; heading: string; text: string },
): FastifyReply {
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${heading}</title>
<main>
<h1>${heading}</h1>
<p>${text}</p>
<p><a href="/">Go Back Home</a></p>
<p><small>Request ${request.id}</small></p>
</main>
</html>
`;
  return reply
    .status(status)
    .headers({ 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(html);
}
