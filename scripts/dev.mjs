// Starts the portal for development: a change of server code restarts the process, the browser's is reloaded by Vite.
import { becomeNode } from './tools.mjs';

becomeNode([
  '--watch',
  '--watch-preserve-output',
  '--watch-path=apps/server/src',
  '--watch-path=packages/contract/src',
  'apps/server/src/bin/dev.ts',
  ...process.argv.slice(2),
]);
