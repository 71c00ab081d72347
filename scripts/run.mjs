// Runs a program of the project, `node scripts/run.mjs <file> <arguments>`: installs the packages first where they are
// missing, then goes on as the project's own Node. Every command in package.json starts here, because npm runs no `pre…`
// scripts (.npmrc). Like ensure-installed.mjs, it must work on Node 20 before anything is installed.
import { ensureInstalled } from './ensure-installed.mjs';
import { becomeNode } from './tools.mjs';

await ensureInstalled();
becomeNode(process.argv.slice(2));
