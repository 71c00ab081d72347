// The baseline: a minimal HTTP server that answers every request with one row, read by its key with one prepared
// statement.
import { createServer, type ServerResponse } from 'node:http';
import pg from 'pg';

type Setup = { connection: pg.ClientConfig; accounts: number };

process.on('message', ({ connection, accounts }: Setup) => {
  const pool = new pg.Pool({ ...connection, max: 10 });
  let requests = 0;
  const server = createServer((_, response) => {
    requests += 1;
    void answer(pool, 1 + (requests % accounts), response);
  });
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
});
process.on('disconnect', () => process.exit());

async function answer(pool: pg.Pool, id: number, response: ServerResponse): Promise<void> {
  const { rows } = await pool.query({
    name: 'account',
    text: `select id, user_name, email, email_confirmed_at, avatar_url, registered_at, permission,
             web_mgt, sections, has_claimed_veteran_package, has_claimed_founder_package
           from accounts where id = $1`,
    values: [id],
  });
  const body = JSON.stringify(rows[0]);
  response
    .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
    .end(body);
}
