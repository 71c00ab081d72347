import type { TimelineEntry, TimelineKind } from '@waygate/contract/players/players.schemas';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { messageOf } from '#api/api-error.ts';
import { ListSkeleton } from '#features/admin/lists/ListSkeleton.tsx';
import { Panel } from '#ui/admin/Panel.tsx';
import { Button } from '#ui/Button.tsx';
import { ChoiceChips } from '#ui/ChoiceChips.tsx';
import { Failure } from '#ui/Failure.tsx';
import { Notice } from '#ui/Notice.tsx';
import { daysOf, KIND_LABELS } from './timeline-texts.ts';
import { TimelineLine } from './TimelineLine.tsx';
import styles from './PlayerTimeline.module.css';
import { useTimeline } from './use-player.ts';

/** Everything that happened around a player, newest first, or one kind of it, which is kept in the address. */
export function PlayerTimeline({ accountId }: { accountId: string }) {
  const [asked, setKind] = useKind();
  const [kinds, setKinds] = useState<TimelineKind[]>();
  // A kind that isn't this viewer's would show nothing.
  const kind = asked !== '' && kinds && !kinds.includes(asked) ? '' : asked;
  const timeline = useTimeline(accountId, kind);
  const { data, error, refetch, hasNextPage, isFetchingNextPage, isPlaceholderData } = timeline;
  const known = data?.pages[0]?.kinds;
  if (known && known !== kinds) setKinds(known);
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  const { list, focusNext } = useFocusOnOlder(kind, entries.length);
  const showOlder = () => {
    focusNext();
    void timeline.fetchNextPage();
  };
  return (
    <Panel
      title="Everything"
      actions={
        <div className={styles.kinds}>
          <ChoiceChips
            legend="What is shown"
            choices={[
              { value: '', label: 'All' },
              ...(kinds ?? []).map((value) => ({ value, label: KIND_LABELS[value] })),
            ]}
            chosen={kind}
            onChoose={setKind}
          />
        </div>
      }
    >
      <div className={styles.timeline}>
        {data ? (
          <div ref={list} aria-busy={isPlaceholderData} className={styles.days}>
            <Days entries={entries} />
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

/** Focuses the first line that was added after older entries were asked for, since their button moves away or is gone. */
function useFocusOnOlder(kind: string, count: number) {
  const list = useRef<HTMLDivElement>(null);
  // What was shown when they were asked for.
  const asked = useRef<{ kind: string; count: number; lines: number }>(undefined);
  useEffect(() => {
    const before = asked.current;
    if (!before || (before.kind === kind && before.count === count)) return;
    asked.current = undefined;
    if (before.kind !== kind) return;
    const line = list.current?.querySelectorAll('li')[before.lines];
    line?.setAttribute('tabindex', '-1');
    line?.focus();
  }, [kind, count]);
  return {
    list,
    focusNext: () => {
      asked.current = { kind, count, lines: list.current?.querySelectorAll('li').length ?? 0 };
    },
  };
}

function Days({ entries }: { entries: TimelineEntry[] }) {
  if (entries.length === 0) return <p className={styles.nothing}>Nothing of this has happened yet.</p>;
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

/** The chosen kind in the address; '' for all, and for what isn't one. */
function useKind(): [TimelineKind | '', (kind: TimelineKind | '') => void] {
  const params = new URLSearchParams(useLocation().search);
  const navigate = useNavigate();
  const asked = params.get('show') ?? '';
  const choose = (kind: TimelineKind | '') => {
    if (kind === '') params.delete('show');
    else params.set('show', kind);
    void navigate({ search: params.toString() }, { replace: true, preventScrollReset: true });
  };
  return [isKind(asked) ? asked : '', choose];
}

function isKind(name: string): name is TimelineKind {
  return Object.hasOwn(KIND_LABELS, name);
}
