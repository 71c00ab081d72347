import { exportSeasons } from '@waygate/contract/drops/drops.admin.endpoints';
import type { Season } from '@waygate/contract/drops/drops.admin.schemas';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { CsvButton } from '#features/admin/lists/CsvButton.tsx';
import { ListSkeleton } from '#features/admin/lists/ListSkeleton.tsx';
import { Badge } from '#ui/admin/Badge.tsx';
import type { Column } from '#ui/admin/table/columns.ts';
import { DataTable } from '#ui/admin/table/DataTable.tsx';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Failure } from '#ui/Failure.tsx';
import { LocalTime } from '#ui/LocalTime.tsx';
import { useSeasons } from '#features/seasons/admin/use-seasons.ts';
import { EditSeasonDialog } from './EditSeasonDialog.tsx';
import { NewSeasonDialog } from './NewSeasonDialog.tsx';
import styles from './drops-admin.module.css';

const COLUMNS: Column<Season>[] = [
  { id: 'id', label: 'Season', width: '4rem', phone: 'labelled', render: ({ seasonId }) => seasonId },
  { id: 'name', label: 'Name', isPrimary: true, render: ({ name }) => name },
  {
    id: 'from',
    label: 'Starts',
    width: '10.5rem',
    phone: 'labelled',
    render: ({ startsAt }) => <LocalTime value={startsAt} />,
  },
  {
    id: 'to',
    label: 'Ends',
    width: '10.5rem',
    phone: 'labelled',
    render: ({ endsAt }) => (endsAt === null ? 'Open' : <LocalTime value={endsAt} />),
  },
  {
    id: 'claims',
    label: 'Claims until',
    width: '10.5rem',
    phone: 'labelled',
    render: ({ claimUntil }) => (claimUntil === null ? 'Open' : <LocalTime value={claimUntil} />),
  },
  { id: 'state', label: 'State', width: '8rem', phone: 'top', render: stateOf },
  { id: 'rewards', label: 'Rewards', width: '6rem', align: 'end', render: ({ rewards }) => rewards },
];

/** All seasons, with a button to create one. */
export function SeasonList() {
  const { data: seasons, error, refetch } = useSeasons();
  const [edited, setEdited] = useState<Season | 'new'>();
  const close = () => setEdited(undefined);
  const failure = error && (
    <Failure message={messageOf(error, 'Failed to fetch the seasons.')} onRetry={() => void refetch()} />
  );
  if (!seasons) return failure ?? <ListSkeleton caption="the seasons" />;
  const newButton = (
    <Button onClick={() => setEdited('new')}>
      <Plus aria-hidden size={18} /> New season
    </Button>
  );
  const actions: Column<Season> = {
    id: 'actions',
    label: 'Actions',
    width: '7rem',
    render: (season) => (
      <Button look="secondary" aria-label={`Edit ${season.name}`} onClick={() => setEdited(season)}>
        Edit
      </Button>
    ),
  };
  return (
    <div className={styles.list}>
      {failure}
      {seasons.length > 0 && (
        <div className={styles.bar}>
          <CsvButton endpoint={exportSeasons} caption="Seasons" />
          {newButton}
        </div>
      )}
      <DataTable
        caption="Seasons"
        columns={[...COLUMNS, actions]}
        rows={seasons}
        rowKey={({ seasonId }) => seasonId}
        empty={
          <EmptyState>
            <p>There are no seasons yet. Minutes count while a season runs.</p>
            {newButton}
          </EmptyState>
        }
      />
      {edited === 'new' && <NewSeasonDialog onClose={close} />}
      {edited && edited !== 'new' && <EditSeasonDialog season={edited} onClose={close} />}
    </div>
  );
}

function stateOf({ isCurrent, startsAt, claimUntil }: Season) {
  if (isCurrent) return <Badge tone="success">Running</Badge>;
  if (Date.parse(startsAt) > Date.now()) return <Badge tone="info">Planned</Badge>;
  const isClaimable = claimUntil !== null && Date.parse(claimUntil) > Date.now();
  return isClaimable ? <Badge tone="warning">Claims open</Badge> : <Badge>Over</Badge>;
}
