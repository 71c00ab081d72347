import type { SequenceState } from '#platform/db/copy/copied-tables.ts';
import { BackupFault } from './backup-fault.ts';

/**
 * How far a sequence jumps: `base`, and so much for each second since the backup. A portal that gives out fewer numbers than
 * that gave out none of those that follow, however often and from whichever backup it is restored.
 */
const JUMP = {
  integer: { base: 1_000_000n, perSecond: 20n, max: 2n ** 31n - 1n },
  bigint: { base: 1_000_000_000n, perSecond: 1000n, max: 2n ** 63n - 1n },
};

/**
 * Where each sequence continues, so that no number that was given out after the backup is given out again.
 *
 * @param replaced the sequences of the database that the restore replaces, as far as it had any
 * @throws BackupFault when a sequence has no numbers left
 */
export function jumpAhead(
  restored: SequenceState[],
  { replaced, secondsSince }: { replaced: SequenceState[]; secondsSince: number },
): { name: string; lastValue: string }[] {
  const known = new Map(replaced.map(({ name, lastValue }) => [name, BigInt(lastValue ?? 0)]));
  return restored.map(({ name, type, lastValue }) => {
    const { base, perSecond, max } = JUMP[type];
    const highest = [BigInt(lastValue ?? 0), known.get(name) ?? 0n].reduce((a, b) => (a > b ? a : b));
    const jumped = highest + base + BigInt(Math.max(0, Math.ceil(secondsSince))) * perSecond;
    if (jumped > max) throw new BackupFault(`The sequence ${name} has no numbers left to jump ahead.`);
    return { name, lastValue: String(jumped) };
  });
}
