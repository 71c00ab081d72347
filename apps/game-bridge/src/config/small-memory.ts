import { setFlagsFromString } from 'node:v8';

// The bridge runs next to a game that needs the memory, and waits for databases and not for the processor. Without room for
// objects to grow into and without compiled code it needs 67 to 77 MB instead of 100 to 125, at the same rate.
for (const flag of [
  '--semi-space-growth-factor=1',
  '--heap-growing-percent=10',
  '--optimize-for-size',
  '--no-opt',
  '--no-sparkplug',
  '--no-maglev',
]) {
  setFlagsFromString(flag);
}
