// docs/privacy.md: what is stored about people, from the tables that the erasure and the player's file are made from.
// oxlint-disable-next-line no-restricted-imports -- the repository's root has no '#…' names
import { PERSONAL_DATA } from '../apps/server/src/features/privacy/personal-data.ts';
// oxlint-disable-next-line no-restricted-imports -- the repository's root has no '#…' names
import { RETENTION } from '../apps/server/src/app/retention.ts';

/** @returns the whole page */
export function renderPrivacy() {
  const tables = Object.entries(PERSONAL_DATA).toSorted(([a], [b]) => a.localeCompare(b, 'en'));
  return `# What is stored about people

Written by \`npm run docs:api\` from \`personal-data.ts\` and \`retention.ts\`: do not edit it by hand. A test fails for a column of the
database that is neither listed here nor declared to say nothing about a person. The reasons are in decisions
[0094](decisions/0094-erasure.md) and [0095](decisions/0095-what-is-stored.md).

- **Export.** Players download what is stored about them on the Privacy tab of their profile: the tables marked with ⤓, without hashes
  and encrypted values.
- **Erasure.** Players delete their account there; owners do it for them on the player's page. After 14 days everything below is erased
  as its row says. What stays names only the number of the account.
- **Elsewhere.** Backups keep what they hold until they are deleted: see [Operations](OPERATIONS.md#personal-data). The number and the day
  of registration of erased accounts stay next to them, so that a restore erases these again. Logs hold internet addresses and numbers of accounts. What a game stores itself, and what Stripe and Twitch store, is deleted there.

${tables.map(renderTable).join('\n')}`;
}

function renderTable([name, { why, columns, secrets = [], isUnexported, erasure }]) {
  const rows = Object.entries(columns).map(
    ([column, what]) => `| \`${column}\` | ${what} | ${erasedHow(erasure, column)} |`,
  );
  return `## \`${name}\`${isUnexported ? '' : ' ⤓'}

- **Why:** ${why}
- **How long:** ${RETENTION[name].until}
- **Erased:** ${erasureInWords(erasure)}${secrets.length > 0 ? `\n- **In no file:** ${secrets.map((secret) => `\`${secret}\``).join(', ')}` : ''}

| Column | What it is | After the erasure |
|---|---|---|
${rows.join('\n')}
`;
}

function erasureInWords(erasure) {
  switch (erasure.by) {
    case 'rows':
      return 'the rows are deleted';
    case 'columns':
      return `columns are overwritten; ${erasure.stays}`;
    case 'step':
      return erasure.how;
    case 'time':
      return `with its time: ${erasure.why}`;
    default:
      throw new Error(`There is no erasure by ${erasure.by}.`);
  }
}

function erasedHow(erasure, column) {
  if (erasure.by === 'rows') return 'deleted';
  if (erasure.by === 'columns') return column in erasure.set ? 'overwritten' : 'stays';
  return erasure.by === 'time' ? 'stays' : 'erased';
}
