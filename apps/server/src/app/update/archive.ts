import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, lstat, readdir, readFile, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { sha256Of } from '#platform/files/sha256.ts';
import { messageOf } from '#platform/errors/message-of.ts';
import { parseReleaseName, type Release } from '#platform/releases/installation.ts';
import { runProgram } from './run-release.ts';
import { UpdateFault } from './update-fault.ts';

const ARCHIVE = 'archive.tar.gz';
/** Beside what is unpacked, for the journal and the portal's own files. */
const SPARE_BYTES = 64 * 2 ** 20;
const MIB = 2 ** 20;
const MAX_DOWNLOAD_MB = 500;
const MAX_REDIRECTS = 5;

/** Follows no redirect. */
type Download = (address: string) => Promise<Response>;

const downloadOnce: Download = (address) => fetch(address, { redirect: 'manual' });

export type ArchiveSource = {
  /** A file, or an https address. */
  archive: string;
  /** Undefined: it stands in a file named like the archive, with `.sha256` after it. */
  sha256: string | undefined;
  download?: Download;
};

/**
 * Gets a release archive, compares its SHA-256, and unpacks it into an empty folder.
 *
 * @returns the release, whose folder is in `folder` and has its name
 * @throws UpdateFault
 */
export async function unpackArchive(folder: string, source: ArchiveSource): Promise<Release> {
  const archive = path.join(folder, ARCHIVE);
  const wanted = await readSha256(source);
  // Copied first, so that nobody can change it between the comparison and the unpacking.
  await copyArchive(source, archive);
  const found = await sha256Of(createReadStream(archive));
  if (found !== wanted)
    throw new UpdateFault(`The archive's SHA-256 is ${found}, and not ${wanted}. Get it again.`);
  await requireSpace(folder, await unpackedSize(archive));
  const unpacked = await runProgram('tar', ['-xzpf', archive, '--no-same-owner', '-C', folder]);
  if (unpacked.status !== 0) throw new UpdateFault(`The archive can't be unpacked: ${unpacked.stderr}`);
  await rm(archive);
  return findRelease(folder);
}

async function readSha256({ archive, sha256, download = downloadOnce }: ArchiveSource): Promise<string> {
  const text = sha256 ?? (await readSumFile(`${archive}.sha256`, download));
  const sum = /^[0-9a-f]{64}\b/i.exec(text.trim())?.[0].toLowerCase();
  if (sum === undefined) throw new UpdateFault('The SHA-256 of an archive has 64 hexadecimal digits.');
  return sum;
}

async function readSumFile(place: string, download: Download): Promise<string> {
  try {
    return isAddress(place) ? await textOf(await get(place, download)) : await readFile(place, 'utf8');
  } catch (error) {
    throw new UpdateFault(
      `The archive's SHA-256 can't be read: ${messageOf(error)} Keep the file .sha256 next to it, or give --sha256.`,
    );
  }
}

async function copyArchive({ archive, download = downloadOnce }: ArchiveSource, to: string): Promise<void> {
  try {
    if (!isAddress(archive)) return await copyFile(archive, to);
    await pipeline(chunksOf(await get(archive, download)), createWriteStream(to));
  } catch (error) {
    throw error instanceof UpdateFault
      ? error
      : new UpdateFault(`${archive} can't be read: ${messageOf(error)}`);
  }
}

const isAddress = (place: string) => /^https?:/i.test(place);

async function get(address: string, download: Download): Promise<Response> {
  let url = address;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    // Every redirect is checked before it is followed: a step over http could lead anywhere.
    if (!/^https:/i.test(url))
      throw new UpdateFault(
        url === address ? `${address} must begin with https.` : `${address} leads to ${url}.`,
      );
    const response = await download(url);
    const location = response.headers.get('location');
    if (!isRedirect(response) || location === null) {
      if (!response.ok) throw new UpdateFault(`${address} answered with status ${response.status}.`);
      return response;
    }
    await response.body?.cancel();
    url = new URL(location, url).href;
  }
  throw new UpdateFault(`${address} redirects more than ${MAX_REDIRECTS} times.`);
}

const isRedirect = ({ status }: Response) => status >= 300 && status < 400;

/** @throws UpdateFault after 500 MB, because the SHA-256 is only compared afterwards */
async function* chunksOf({ body, headers }: Response): AsyncGenerator<Uint8Array> {
  const limit = MAX_DOWNLOAD_MB * 1_000_000;
  const tooLarge = () => new UpdateFault(`The download is larger than ${MAX_DOWNLOAD_MB} MB.`);
  if (Number(headers.get('content-length')) > limit) {
    await body?.cancel();
    throw tooLarge();
  }
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > limit) throw tooLarge();
    yield chunk;
  }
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of chunksOf(response)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

async function unpackedSize(archive: string): Promise<number> {
  let bytes = 0;
  try {
    await pipeline(createReadStream(archive), createGunzip(), async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) bytes += chunk.length;
    });
  } catch (error) {
    throw new UpdateFault(`It is no archive of a release: ${messageOf(error)}.`);
  }
  return bytes;
}

async function requireSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const [needed, free] = [bytes + SPARE_BYTES, bavail * bsize];
  if (free < needed)
    throw new UpdateFault(
      `The release needs ${Math.ceil(needed / MIB)} MiB in ${path.dirname(folder)}, and ${Math.floor(free / MIB)} MiB are free.`,
    );
}

async function findRelease(folder: string): Promise<Release> {
  const names = await readdir(folder);
  const release = names.length === 1 ? parseReleaseName(names[0] ?? '') : undefined;
  if (!release) throw new UpdateFault('The archive holds no release for Linux.');
  if (release.arch !== process.arch)
    throw new UpdateFault(`The archive is for ${release.arch}, and this machine is ${process.arch}.`);
  const root = path.join(folder, release.name);
  // A link would lead to files that weren't part of the archive.
  if (!(await lstat(root)).isDirectory())
    throw new UpdateFault(`The archive of ${release.version} holds no folder.`);
  const parts = ['waygate', 'apps/server/migrations'].map((part) => stat(path.join(root, part)));
  await Promise.all(parts).catch(() => {
    throw new UpdateFault(`The archive of ${release.version} is incomplete.`);
  });
  return release;
}
