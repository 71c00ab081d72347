// What a visitor's first page may weigh, brotli-compressed where servers compress. Read out of Vite's manifest.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const client = 'apps/web/dist/client';
const landing = 'src/pages/home/HomePage.tsx';
const laterParts = 'src/features/landing/parts.ts';
const profile = 'src/pages/accounts/ProfilePage.tsx';
const securityTab = 'src/features/profile/security/SecurityTab.tsx';
const passkeyLibrary = 'src/features/sign-in/second-factor/passkey-library.ts';
const adminShell = ['src/app/admin-routes.ts', 'src/pages/admin/AdminPage.tsx'];
const manifest = JSON.parse(readFileSync(path.join(client, '.vite/manifest.json'), 'utf8'));
const entry = Object.keys(manifest).find((key) => manifest[key].isEntry);

forbidStaffCode();

// oxlint-disable-next-line import/no-default-export -- size-limit reads the default export
export default [
  {
    name: 'JavaScript of the landing page',
    path: filesOf([entry, landing], ({ file }) => [file]),
    limit: '85 kB',
  },
  {
    name: 'CSS of the landing page',
    path: filesOf([entry, landing, laterParts], ({ css = [] }) => css),
    limit: '10 kB',
  },
  {
    name: "JavaScript of the landing page's later parts",
    path: beyond([laterParts], [entry, landing]),
    limit: '8 kB',
  },
  {
    // The passkey library comes with the first passkey.
    name: "JavaScript of the profile's security tab, beyond the profile",
    path: beyond([securityTab], [entry, profile]),
    limit: '15 kB',
  },
  {
    name: 'JavaScript of the passkey library',
    path: beyond([passkeyLibrary], [entry, landing]),
    limit: '2.4 kB',
  },
  {
    name: 'JavaScript of the admin area around its pages, beyond the landing page',
    path: beyond([entry, ...adminShell], [entry, landing]),
    limit: '60 kB',
  },
  {
    name: 'JavaScript that lists and forms of the admin area share, beyond the area itself',
    path: sharedByAdminPages(),
    limit: '60 kB',
  },
  ...adminPages().map((page) => ({
    name: `JavaScript of ${path.basename(page, '.tsx')} alone`,
    path: ownOf(page),
    limit: '25 kB',
  })),
  { name: 'Fonts', path: `${client}/assets/*.woff2`, limit: '50 kB', brotli: false },
  ...pictures('landscape', '96 kB'),
  ...pictures('portrait', '30 kB'),
];

/** The files of these chunks and of everything they import at once. */
function filesOf(keys, filesOfChunk) {
  const files = [...reachableFrom(keys)].flatMap((key) => filesOfChunk(manifest[key]));
  return [...new Set(files)].map((file) => path.join(client, file));
}

/** What these chunks load that the others don't. */
function beyond(keys, others) {
  const known = filesOf(others, ({ file }) => [file]);
  return filesOf(keys, ({ file }) => [file]).filter((file) => !known.includes(file));
}

function adminPages() {
  return Object.keys(manifest).filter(
    (key) => key.startsWith('src/pages/admin/') && !adminShell.includes(key),
  );
}

/** What an admin page loads beyond the area around it. */
function loadedBy(page) {
  return beyond([entry, ...adminShell, page], [entry, landing, ...adminShell]);
}

/** Chunks that at least three admin pages load: who opens a second page has them. */
function sharedByAdminPages() {
  const loads = adminPages().flatMap(loadedBy);
  return [...new Set(loads)].filter((file) => loads.filter((load) => load === file).length >= 3);
}

function ownOf(page) {
  const shared = sharedByAdminPages();
  return loadedBy(page).filter((file) => !shared.includes(file));
}

function reachableFrom(keys, reached = new Set()) {
  for (const key of keys) {
    if (reached.has(key)) continue;
    reached.add(key);
    reachableFrom(manifest[key].imports ?? [], reached);
  }
  return reached;
}

/** One limit for each picture: a window loads one shape of one picture at a time. */
function pictures(shape, limit) {
  const names = readdirSync(path.join(client, 'brand')).filter((name) => name.endsWith(`-${shape}.avif`));
  return names.map((name) => ({
    name: `Picture ${name}`,
    path: `${client}/brand/${name}`,
    limit,
    brotli: false,
  }));
}

/**
 * Pages of the site must never load code of the admin area before it is opened, and pages of the admin area none of
 * its editor before somebody writes.
 */
function forbidStaffCode() {
  const pages = Object.keys(manifest).filter((key) => key.startsWith('src/pages/'));
  for (const page of pages) {
    const isForbidden = isPublicPage(page) ? isStaffCode : hasEditor;
    const staffCode = [...reachableFrom([entry, page])].filter(isForbidden);
    if (staffCode.length > 0) throw new Error(`${page} loads code for staff: ${staffCode.join(', ')}`);
  }
}

function isPublicPage(key) {
  return !key.startsWith('src/pages/admin/');
}

function isStaffCode(key) {
  return /(pages|features|ui)\/admin|features\/[^/]+\/admin\/|codemirror/i.test(key) || hasEditor(key);
}

/** By the class names that it brings wherever it was bundled. */
function hasEditor(key) {
  return readFileSync(path.join(client, manifest[key].file), 'utf8').includes('cm-content');
}
