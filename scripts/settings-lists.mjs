// The settings as the code lists them: the table of README.md and deploy/.env.example.
// oxlint-disable-next-line no-restricted-imports -- the repository's root has no '#…' names
import { renderEnvironmentFile } from '../apps/server/src/platform/config/environment-file.ts';
// oxlint-disable-next-line no-restricted-imports -- the repository's root has no '#…' names
import { SETTING_SECTIONS } from '../apps/server/src/platform/config/settings.ts';
import { withList } from './operations-lists.mjs';

/** @returns README.md with the table as it should be */
export function renderReadme(page) {
  const rows = SETTING_SECTIONS.flatMap(({ settings }) =>
    Object.entries(settings).map(
      ([name, { byDefault, meaning }]) => `| \`${name}\` | ${byDefault} | ${meaning} |`,
    ),
  );
  return withList(page, 'settings', ['| Variable | Default | Meaning |', '|---|---|---|', ...rows]);
}

export function renderExample() {
  const introduction = [
    'Settings of Waygate, written by npm run docs:api. `waygate setup` writes such a file, and tests each answer.',
    'Copy it, fill in what you need, and let nobody else read it: chmod 600.',
  ];
  return renderEnvironmentFile(introduction, {});
}
