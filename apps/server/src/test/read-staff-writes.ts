import { globSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { StaffWriteCase } from './staff-writes.ts';

const FEATURES = path.join(import.meta.dirname, '../features');

/** The cases that each feature lists in `tests/staff-writes.ts`. */
export async function readStaffWrites(): Promise<StaffWriteCase[]> {
  const modules = await Promise.all(
    globSync('*/tests/staff-writes.ts', { cwd: FEATURES }).map(
      (file): Promise<{ STAFF_WRITES: StaffWriteCase[] }> =>
        import(pathToFileURL(path.join(FEATURES, file)).href),
    ),
  );
  return modules.flatMap((module) => module.STAFF_WRITES);
}
