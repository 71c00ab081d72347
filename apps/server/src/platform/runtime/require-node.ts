// Ends the program on a Node that is too old, which would lack parts of it without a word. Each program imports this file
// first and alone, and the rest by `import()`: Node links all static imports before it runs the first.
import { nodeFault } from './node-version.ts';

const fault = nodeFault(process.versions.node);
if (fault !== undefined) {
  console.error(fault);
  process.exit(1);
}
