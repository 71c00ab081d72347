import type { DropRule } from '@waygate/contract/drops/drop-rules.schemas';
import { exportRuleFailures, listRuleFailures } from '@waygate/contract/drops/drops.admin.endpoints';
import type { RuleFailure, Season } from '@waygate/contract/drops/drops.admin.schemas';
import { Link } from 'react-router';
import { loadFrom } from '#features/admin/lists/list-source.ts';
import { ListView } from '#features/admin/lists/ListView.tsx';
import { adminPaths } from '#features/paths/admin-paths.ts';
import { seasonText } from '#features/seasons/admin/season-text.ts';
import { useSeasons } from '#features/seasons/admin/use-seasons.ts';
import { minutesText } from '#features/seasons/minutes-text.ts';
import type { Column } from '#ui/admin/table/columns.ts';
import { ShortTime } from '#ui/admin/table/ShortTime.tsx';

const RULES: Record<DropRule, string> = {
  title: 'Word or tag of the stream',
  viewers: 'Viewers of the stream',
  twitch_age: 'Age of the Twitch account',
  email: 'Confirmed email',
  character: 'Level of a character',
  address: 'Accounts per address',
};

const RULE_OPTIONS = Object.entries(RULES).map(([value, label]) => ({ value, label }));

const COLUMNS: Column<RuleFailure>[] = [
  { id: 'id', label: 'Account', width: '6rem', render: ({ accountDBID }) => accountDBID },
  {
    id: 'name',
    label: 'Username',
    isPrimary: true,
    render: ({ accountDBID, userName }) => <Link to={adminPaths.dropAccount(accountDBID)}>{userName}</Link>,
  },
  { id: 'rule', label: 'Rule not met', render: ({ rule }) => RULES[rule] },
  {
    id: 'minutes',
    label: 'Minutes lost',
    align: 'end',
    phone: 'top',
    render: ({ minutes }) => minutesText(minutes),
  },
  { id: 'last', label: 'Last', sortKey: 'lastAt', render: ({ lastAt }) => <ShortTime value={lastAt} /> },
];

/** Who lost minutes to a rule of a season, by default of the newest that has begun. */
export function RuleFailureList() {
  const { data: seasons = [] } = useSeasons();
  return (
    <ListView
      queryKey={['drop-rule-failures']}
      load={loadFrom(listRuleFailures, ({ failures: rows, ...totals }) => ({ rows, ...totals }))}
      failurePrefix="Failed to fetch who didn't meet a rule."
      caption="Rules not met"
      columns={COLUMNS}
      rowKey={({ accountDBID, rule }) => `${accountDBID} ${rule}`}
      searchLabel="Search by exact name or id"
      filters={[
        { name: 'season', label: 'Season', options: begunOptions(seasons), anyLabel: 'Newest' },
        { name: 'rule', label: 'Rule', options: RULE_OPTIONS },
      ]}
      defaultSort="-lastAt"
      empty={<p>Nobody has lost minutes to a rule in this season.</p>}
      csv={exportRuleFailures}
    />
  );
}

/** The seasons that have begun; the others have nothing to list. */
function begunOptions(seasons: Season[]) {
  return seasons
    .filter(({ startsAt }) => Date.parse(startsAt) <= Date.now())
    .map(({ seasonId }) => ({ value: String(seasonId), label: seasonText(seasonId, seasons) }));
}
