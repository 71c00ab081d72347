// What a visitor's first page may weigh, brotli-compressed where servers compress. Read out of Vite's manifest.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const client = 'apps/web/dist/client';
const landing = 'src/pages/home/HomePage.tsx';
const laterParts = 'src/features/landing/parts.ts';
const profile = 'src/pages/accounts/ProfilePage.tsx';
const securityTab = 'src/features/profile/security/SecurityTab.tsx';
const admin = [
  'src/app/admin-routes.ts',
  'src/pages/admin/AdminPage.tsx',
  'src/pages/admin/users/AdminUsersPage.tsx',
];
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
    path: filesOf([laterParts], ({ file }) => [file]).filter(
      (file) => !filesOf([entry, landing], ({ file: known }) => [known]).includes(file),
    ),
    limit: '8 kB',
  },
  {
    // The passkey library comes with the first passkey.
    name: "JavaScript of the profile's security tab, beyond the profile",
    path: filesOf([securityTab], ({ file }) => [file]).filter(
      (file) => !filesOf([entry, profile], ({ file: known }) => [known]).includes(file),
    ),
    limit: '15 kB',
  },
  {
    name: 'JavaScript of the admin area with its list of users, beyond the landing page',
    path: filesOf([entry, ...admin], ({ file }) => [file]).filter(
      (file) => !filesOf([entry, landing], ({ file: known }) => [known]).includes(file),
    ),
    limit: '140 kB',
  },
  { name: 'Fonts', path: `${client}/assets/*.woff2`, limit: '50 kB', brotli: false },
  ...pictures('landscape', '96 kB'),
  ...pictures('portrait', '30 kB'),
];

/** The files of these chunks and of everything they import at once. */
function filesOf(keys, filesOfChunk) {
  const files = [...reachableFrom(keys)].flatMap((key) => filesOfChunk(manifest[key]));
  return [...new Set(files)].map((file) => path.join(client, file));
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
