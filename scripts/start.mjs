// Starts the portal: builds it if a source has changed, then goes on as the server.
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { buildIfStale } from './build.mjs';
import { becomeNode, root } from './tools.mjs';

await buildIfStale();
becomeNode(['--enable-source-maps', path.join(root, 'apps/server/dist/start.js'), ...process.argv.slice(2)], {
  // Passwords are hashed on as many threads of this pool as there are cores; two are left for files and names.
  UV_THREADPOOL_SIZE: process.env.UV_THREADPOOL_SIZE ?? String(availableParallelism() + 2),
});
