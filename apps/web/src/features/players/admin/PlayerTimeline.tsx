import type { TimelineEntry, TimelineKind } from '@waygate/contract/players/players.schemas';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { messageOf } from '#api/api-error.ts';
import { FilterChips } from '#features/admin/lists/filters/FilterChips.tsx';
import { type ListFilter, ListFilters } from '#features/admin/lists/filters/ListFilters.tsx';
import { ListSkeleton } from '#features/admin/lists/ListSkeleton.tsx';
import listStyles from '#features/admin/lists/ListView.module.css';
import { filtersIn, type ListAddress, withChanges } from '#features/admin/lists/use-list-address.ts';
import { Panel } from '#ui/admin/Panel.tsx';
import { useFocusOnOlder } from '#ui/admin/use-focus-on-older.ts';
import { Button } from '#ui/Button.tsx';
import { ChoiceChips } from '#ui/ChoiceChips.tsx';
import { Failure } from '#ui/Failure.tsx';
import { Notice } from '#ui/Notice.tsx';
import { daysOf, KIND_LABELS } from './timeline-texts.ts';
import { TimelineLine } from './TimelineLine.tsx';
import styles from './PlayerTimeline.module.css';
import { useTimeline } from './use-player.ts';

// The coins below have `from` and `to` in the same address.
const DAYS: ListFilter[] = [
  { name: 'since', label: 'From', isExtra: true },
  { name: 'until', label: 'Until', isExtra: true },
];

const DAY_NAMES = DAYS.map(({ name }) => name);

/** Everything that happened around a player, newest first, or what the address says of it: one kind, some days. */
export function PlayerTimeline({ accountId }: { accountId: string }) {
  const address = useTimelineAddress();
  const { kind: asked, setKind } = address;
  const [kinds, setKinds] = useState<TimelineKind[]>();
  // A kind that isn't this viewer's would show nothing.
  const kind = asked !== '' && kinds && !kinds.includes(asked) ? '' : asked;
  const { since = '', until = '' } = address.filters;
  const timeline = useTimeline(accountId, { kind, since, until });
  const { data, error, refetch, hasNextPage, isFetchingNextPage, isPlaceholderData } = timeline;
  const known = data?.pages[0]?.kinds;
  if (known && known !== kinds) setKinds(known);
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  const shown = `${kind} ${since} ${until}`;
  const { box, focusNext } = useFocusOnOlder('li', { shown, count: entries.length });
  const showOlder = () => {
    focusNext();
    void timeline.fetchNextPage();
  };
  return (
    <Panel title="Everything" actions={<Kinds kinds={kinds} chosen={kind} onChoose={setKind} />}>
      <div className={styles.timeline}>
        <DayFilters address={address} />
        {data ? (
          <div ref={box} aria-busy={isPlaceholderData} className={styles.days}>
            <Days entries={entries} isFiltered={since !== '' || until !== ''} />
          </div>
        ) : (
          !error && <ListSkeleton caption="what happened" />
        )}
        {error && !data && (
          <Failure
            message={messageOf(error, "What happened couldn't be loaded.")}
            onRetry={() => void refetch()}
          />
        )}
        {error && data && (
          <Notice tone="error">{messageOf(error, "Older entries couldn't be loaded.")}</Notice>
        )}
        {hasNextPage && !isPlaceholderData && (
          <Button look="secondary" isBusy={isFetchingNextPage} onClick={showOlder}>
            {isFetchingNextPage ? 'Loading…' : 'Show older'}
          </Button>
        )}
      </div>
    </Panel>
  );
}

type KindsProps = {
  kinds: TimelineKind[] | undefined;
  chosen: TimelineKind | '';
  onChoose: (kind: TimelineKind | '') => void;
};

function Kinds({ kinds, chosen, onChoose }: KindsProps) {
  return (
    <div className={styles.kinds}>
      <ChoiceChips
        legend="What is shown"
        choices={[
          { value: '', label: 'All' },
          ...(kinds ?? []).map((value) => ({ value, label: KIND_LABELS[value] })),
        ]}
        chosen={chosen}
        onChoose={onChoose}
      />
    </div>
  );
}

type DayFiltersProps = { address: Pick<ListAddress, 'filters' | 'setFilter' | 'clear'> };

function DayFilters({ address }: DayFiltersProps) {
  return (
    <>
      <div className={listStyles.bar}>
        <ListFilters filters={DAYS} chosen={address.filters} onChoose={address.setFilter} />
      </div>
      <FilterChips filters={DAYS} address={address} />
    </>
  );
}

function Days({ entries, isFiltered }: { entries: TimelineEntry[]; isFiltered: boolean }) {
  if (entries.length === 0)
    return (
      <p className={styles.nothing}>
        {isFiltered ? 'No entries on these days.' : 'Nothing of this has happened yet.'}
      </p>
    );
  return daysOf(entries).map(({ day, label, entries: ofDay }) => (
    <section key={day} className={styles.day}>
      <h3>{label}</h3>
      <ol>
        {ofDay.map((entry) => (
          <TimelineLine key={`${entry.event} ${entry.id} ${entry.at}`} entry={entry} />
        ))}
      </ol>
    </section>
  ));
}

/** What the address says: the kind, '' for all and for what isn't one, and the days. */
function useTimelineAddress() {
  const params = new URLSearchParams(useLocation().search);
  const navigate = useNavigate();
  const change = (changes: Record<string, string>) => {
    void navigate({ search: withChanges(params, changes).toString() }, { replace: true });
  };
  const asked = params.get('show') ?? '';
  return {
    kind: isKind(asked) ? asked : ('' as const),
    filters: filtersIn(params, DAY_NAMES),
    setKind: (kind: TimelineKind | '') => change({ show: kind }),
    setFilter: (name: string, day: string) => change({ [name]: day }),
    clear: () => change({ since: '', until: '' }),
  };
}

function isKind(name: string): name is TimelineKind {
  return Object.hasOwn(KIND_LABELS, name);
}
