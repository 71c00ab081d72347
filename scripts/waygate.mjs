// Runs a command of `waygate` in a checkout: builds the portal if a source has changed, then goes on as the program.
import path from 'node:path';
import { buildIfStale } from './build.mjs';
import { NODE_ARGUMENTS, nodeEnvironment } from './server-process.mjs';
import { becomeNode, root } from './tools.mjs';

await buildIfStale();
becomeNode(
  [...NODE_ARGUMENTS, path.join(root, 'apps/server/dist/waygate.js'), ...process.argv.slice(2)],
  nodeEnvironment(),
);
