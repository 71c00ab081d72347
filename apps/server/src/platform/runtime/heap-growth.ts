import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Lets the heap grow by this share of what is in use before it is collected as a whole. By default V8 waits until it has
 * grown several times. Set once a program has started, because V8 refuses compiled code that was kept under other flags.
 *
 * Collects once, which takes some 40 ms: V8 decides at each collection when the next one is due, so that the growth allowed at the
 * last one would still count, up to three times what is in use.
 */
export function limitHeapGrowth(percent: number): void {
  setFlagsFromString(`--heap-growing-percent=${percent}`);
  setFlagsFromString('--expose-gc');
  runInNewContext('gc()');
  setFlagsFromString('--no-expose-gc');
}
