import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** In the page, so that it needs no other request. The colours are those of the site. */
const STYLE = `:root{color-scheme:dark}
body{display:grid;place-items:center;min-height:100dvh;margin:0;background:#0b0f17;color:#e9e4d8;font:1.125rem/1.6 system-ui,sans-serif}
main{max-width:34rem;padding:2rem;text-align:center}
h1{margin:0;color:#f3e6c8;font:600 2rem/1.2 Georgia,serif}
a{color:#f0d596}
small{color:#b3b2ae}`;

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join(';');

/**
 * Sends a plain page that depends on nothing: whatever a page of the site needs may be what has just failed, and a
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
<style>${STYLE}</style>
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
    .headers({ 'cache-control': 'no-store', 'content-security-policy': POLICY })
    .type('text/html; charset=utf-8')
    .send(html);
}
