// The baseline of a start: a process that asks PostgreSQL once and then serves HTTP.
import { createServer } from 'node:http';
import pg from 'pg';

const client = new pg.Client(process.env.DATABASE_URL);
await client.connect();
await client.query('select 1');
createServer((_, response) => response.end()).listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGINT', () => process.exit(0));
