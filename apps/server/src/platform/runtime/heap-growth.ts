import { setFlagsFromString } from 'node:v8';

/**
 * Lets the heap grow by this share of what is in use before it is collected as a whole. By default V8 waits until it has
 * grown several times. Set by commands, after their imports, because V8 refuses compiled code that was kept under other flags.
 */
export function limitHeapGrowth(percent: number): void {
  setFlagsFromString(`--heap-growing-percent=${percent}`);
}
