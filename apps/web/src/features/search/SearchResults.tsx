import type { SearchResult } from '@waygate/contract/search/search.schemas';
import type { Loadable } from '#api/loadable.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Failure } from '#ui/Failure.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { SearchHitEntry } from './SearchHitEntry.tsx';
import styles from './SearchResults.module.css';
import { isLongEnough, useSearch } from './use-search.ts';

type SearchResultsProps = { words: string; onClear: () => void };

/** What was found, with its number for screen readers too. */
export function SearchResults({ words, onClear }: SearchResultsProps) {
  const { content, isSearching, retry } = useSearch(words);
  const isShort = !isLongEnough(words);
  return (
    <section aria-label="Search results" aria-busy={isSearching && !isShort} className={styles.results}>
      <div className={styles.summary}>
        <output>{isShort ? 'Type at least two characters.' : summaryOf(content, words)}</output>
        <Button look="quiet" onClick={onClear}>
          Close search
        </Button>
      </div>
      {!isShort && <Found content={content} onRetry={retry} />}
    </section>
  );
}

function Found({ content, onRetry }: { content: Loadable<SearchResult>; onRetry: () => void }) {
  if (content.status === 'failed') return <Failure message={content.message} onRetry={onRetry} />;
  if (content.status === 'loading')
    return [1, 2, 3].map((index) => <Skeleton key={index} className={styles.entry} />);
  if (content.value.hits.length > 0)
    return (
      <ol className={styles.hits}>
        {content.value.hits.map((hit) => (
          <SearchHitEntry key={`${hit.kind} ${hit.id}`} hit={hit} />
        ))}
      </ol>
    );
  return (
    <EmptyState>
      <p>Nothing in news or patch notes has these words.</p>
      <p className={styles.hint}>Check the spelling, or try fewer or other words.</p>
    </EmptyState>
  );
}

function summaryOf(content: Loadable<SearchResult>, words: string): string {
  if (content.status === 'failed') return '';
  if (content.status === 'loading') return `Searching for “${words}”…`;
  const { hits, total } = content.value;
  if (total === 0) return `No results for “${words}”.`;
  if (total > hits.length) return `The best ${hits.length} of ${total} results for “${words}”.`;
  return `${total} ${total === 1 ? 'result' : 'results'} for “${words}”.`;
}
