import path from 'node:path';
import * as z from 'zod';
import { readIfThere, replaceFile } from '#platform/files/kept-files.ts';
import { parseJson } from '#platform/json/parse-json.ts';
import { grantsSchema } from './simulated-grants.ts';
import { worldSchema } from './simulated-world.ts';

const snapshotSchema = z.object({ world: worldSchema, grants: grantsSchema });

/** The state that survives a restart. */
export type SimulatorSnapshot = z.infer<typeof snapshotSchema>;

/** Where the simulated Twitch of a data folder keeps its files. */
export function folderOf(dataDir: string): string {
  return path.join(dataDir, 'twitch-simulator');
}

export function snapshotFile(dataDir: string): string {
  return path.join(folderOf(dataDir), 'state.json');
}

/** The ids of all users of a data folder's simulated Twitch; none when it was never opened there. */
export async function readSimulatedUserIds(dataDir: string): Promise<string[]> {
  const snapshot = await readSnapshot(snapshotFile(dataDir));
  return snapshot?.world.users.map(({ id }) => id) ?? [];
}

/** @returns undefined when there is no readable snapshot */
export async function readSnapshot(file: string): Promise<SimulatorSnapshot | undefined> {
  const text = await readIfThere(file);
  return text === undefined ? undefined : snapshotSchema.safeParse(parseJson(text)).data;
}

/** Writes snapshots one at a time. Calls during a write share the next one, which includes all their changes. */
export function createSnapshotWriter(file: string): (snapshot: () => SimulatorSnapshot) => Promise<void> {
  let writing: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return (snapshot) => {
    next ??= writing.then(() => {
      writing = next ?? writing;
      next = undefined;
      return replaceFile(file, JSON.stringify(snapshot()));
    });
    return next;
  };
}
