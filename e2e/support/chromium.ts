import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

/** How to start the browser; without a path, Playwright looks for its own. */
export type ChromiumLaunch = { executablePath?: string; args: string[]; env?: Record<string, string> };

const root = path.resolve(import.meta.dirname, '../..');

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The shell is Chromium without its own windows, and opens a page with half the work. */
const SHELL = '/usr/bin/chromium-headless-shell';
const WHOLE = '/usr/bin/chromium';

/**
 * Finds a browser: the one that is named, the system's, the one that npm brought, or Playwright's own.
 *
 * @param preferred `whole` for what the shell lacks, such as fonts of the system by name
 */
export async function findChromium(preferred: 'shell' | 'whole' = 'shell'): Promise<ChromiumLaunch> {
  const named = process.env.CHROMIUM_PATH;
  if (named) return { executablePath: named, args: FLAGS };
  const ofSystem = (preferred === 'whole' ? [WHOLE, SHELL] : [SHELL, WHOLE]).find(existsSync);
  if (ofSystem) return { executablePath: ofSystem, args: FLAGS };
  if (process.platform === 'linux' && process.arch === 'x64') return unpackChromium();
  return { args: FLAGS };
}

/** Unpacks the browser, with its libraries and fonts, once for each version. */
async function unpackChromium(): Promise<ChromiumLaunch> {
  const packageFolder = path.dirname(
    path.dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')),
  );
  const manifest: unknown = JSON.parse(await readFile(path.join(packageFolder, 'package.json'), 'utf8'));
  // Every npm package has a version.
  const { version } = manifest as { version: string };
  const cache = path.join(root, 'node_modules/.cache');
  const folder = path.join(cache, `chromium-${version}`);
  if (!existsSync(folder)) {
    await mkdir(cache, { recursive: true });
    // Aside and renamed, so that neither a kill nor a second run ever sees half a browser.
    const aside = await mkdtemp(`${folder}-`);
    await unpackInto(aside, path.join(packageFolder, 'bin'));
    await writeFile(path.join(aside, 'fonts.conf'), fontConfiguration(folder));
    await rename(aside, folder).catch(() => rm(aside, { recursive: true }));
  }
  return {
    executablePath: path.join(folder, 'chromium'),
    args: [...FLAGS, '--no-zygote'],
    env: {
      ...definedEnvironment(),
      LD_LIBRARY_PATH: path.join(folder, 'al2023/lib'),
      FONTCONFIG_FILE: path.join(folder, 'fonts.conf'),
    },
  };
}

async function unpackInto(folder: string, archives: string): Promise<void> {
  const { inflate } = await import('@sparticuz/chromium');
  const before = process.env.TMPDIR;
  // The package unpacks into the temp folder and nowhere else.
  process.env.TMPDIR = folder;
  try {
    for (const name of ['chromium.br', 'al2023.tar.br', 'fonts.tar.br', 'swiftshader.tar.br']) {
      await inflate(path.join(archives, name));
    }
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

function fontConfiguration(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
  <include ignore_missing="yes">/etc/fonts/conf.d</include>
</fontconfig>
`;
}

function definedEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return Object.fromEntries(entries);
}
