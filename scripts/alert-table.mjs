// oxlint-disable-next-line no-restricted-imports -- the repository's root has no '#…' names
import { ALERT_CONDITIONS } from '../apps/server/src/app/alert-conditions.ts';

const BEGIN = '<!-- alerts: written by npm run docs:api -->';
const END = '<!-- /alerts -->';

/** The page with the table of alerts as the code has them. */
export function renderAlerts(page) {
  const [start, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (start === -1 || end < start) throw new Error('The page has no place for the table of alerts.');
  const rows = ALERT_CONDITIONS.map((condition) => `| ${columns(condition).join(' | ')} |`);
  const table = ['| Alert | Reads for example | What to do |', '|---|---|---|', ...rows].join('\n');
  return `${page.slice(0, start)}${BEGIN}\n\n${table}\n\n${page.slice(end)}`;
}

function columns({ name, describe, advice, raiseAfterMinutes = 0 }) {
  const after = raiseAfterMinutes === 0 ? '' : ` (after ${raiseAfterMinutes} minutes)`;
  return [`\`${name}\`${after}`, describe(3, null), advice];
}
