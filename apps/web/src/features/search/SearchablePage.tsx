import type { ReactNode } from 'react';
import { PageTitle } from '#ui/PageTitle.tsx';
import { SearchBox } from './SearchBox.tsx';
import styles from './SearchablePage.module.css';
import { SearchResults } from './SearchResults.tsx';
import { useSearchedWords } from './use-search.ts';

/** A page with a list of texts, in whose place stands what was searched for. */
export function SearchablePage({ title, children }: { title: string; children: ReactNode }) {
  const { words, search } = useSearchedWords();
  return (
    <div className="page">
      <div className={styles.head}>
        <PageTitle>{title}</PageTitle>
        <SearchBox words={words} onSearch={search} />
      </div>
      {words === '' ? children : <SearchResults words={words} onClear={() => search('')} />}
    </div>
  );
}
