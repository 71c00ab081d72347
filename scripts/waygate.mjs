// Runs a command of `waygate` in a checkout: builds the portal if a source has changed, then goes on as the program.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { buildIfStale } from './build.mjs';
import { NODE_ARGUMENTS, nodeEnvironment } from './server-process.mjs';
import { becomeNode, root } from './tools.mjs';

await buildIfStale();
// As scripts/release/waygate does. Variables that are already set win over the file.
const file = process.env.WAYGATE_ENV_FILE ?? (existsSync('.env') ? '.env' : undefined);
becomeNode(
  [
    ...(file === undefined ? [] : [`--env-file=${file}`]),
    ...NODE_ARGUMENTS,
    path.join(root, 'apps/server/dist/waygate.js'),
    ...process.argv.slice(2),
  ],
  nodeEnvironment(),
);
