// The lists of docs/OPERATIONS.md that stand in the code: events of Stripe that the portal handles, and what a key needs.
// oxlint-disable-next-line no-restricted-imports -- the repository's root has no '#…' names
import { EVENT_KINDS } from '../apps/server/src/platform/payments/event-kinds.ts';
// oxlint-disable-next-line no-restricted-imports -- the repository's root has no '#…' names
import { STRIPE_PERMISSIONS } from '../apps/server/src/platform/payments/stripe-permissions.ts';

// oxlint-disable-next-line no-restricted-imports -- the repository's root has no '#…' names
import { RETENTION } from '../apps/server/src/app/retention.ts';

/** @returns docs/OPERATIONS.md with the lists as they should be */
export function renderOperations(page) {
  const events = EVENT_KINDS.map((kind) => `- \`${kind}\``);
  const permissions = STRIPE_PERMISSIONS.map(
    ({ title, access, name, use }) => `| ${title} | ${access} | \`${name}\` | ${use} |`,
  );
  const table = ['| Resource | Access | Named in alerts | To |', '|---|---|---|---|', ...permissions];
  const kept = Object.entries(RETENTION).map(([name, { until }]) => `| \`${name}\` | ${until} |`);
  const retention = ['| Table | A row stays |', '|---|---|', ...kept];
  const lists = { events, permissions: table, retention };
  return Object.entries(lists).reduce((text, [name, lines]) => withList(text, name, lines), page);
}

/** Replaces what stands between the two comments of this name. */
export function withList(page, name, lines) {
  const [begin, end] = [`<!-- ${name}: written by npm run docs:api -->`, `<!-- end of ${name} -->`];
  const [start, stop] = [page.indexOf(begin), page.indexOf(end)];
  if (start === -1 || stop < start) throw new Error(`There is no list named '${name}'.`);
  return `${page.slice(0, start + begin.length)}\n\n${lines.join('\n')}\n\n${page.slice(stop)}`;
}
