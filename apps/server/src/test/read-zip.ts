import { text } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';

/** @returns the texts of a ZIP file by their names */
export async function readZip(zip: Buffer): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const opened = await fromBufferPromise(zip, { lazyEntries: true });
  for await (const entry of opened.eachEntry())
    files.set(entry.fileName, await text(await opened.openReadStreamPromise(entry)));
  return files;
}
