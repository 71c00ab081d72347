// The baseline: a minimal HTTP server that answers every request with the same headers and bytes.
import { createServer } from 'node:http';

type Answer = { headers: Record<string, string>; body: string };

process.on('message', ({ headers, body }: Answer) => {
  const bytes = Buffer.from(body, 'base64');
  const server = createServer((_, response) => {
    response.writeHead(200, headers).end(bytes);
  });
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
});
process.on('disconnect', () => process.exit());
