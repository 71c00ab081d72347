import type { MarkedText, SearchHit } from '@waygate/contract/search/search.schemas';
import { Link } from 'react-router';
import { paths } from '#features/paths/paths.ts';
import { useListState } from '#features/reading/list-query.ts';
import { LocalDate } from '#ui/LocalDate.tsx';
import styles from './SearchHitEntry.module.css';

/** One text that was found. */
export function SearchHitEntry({ hit }: { hit: SearchHit }) {
  const { kind, id, title, excerpt, label, date } = hit;
  const isNews = kind === 'news';
  const listState = useListState();
  return (
    <li className={styles.hit}>
      <p className={styles.meta}>
        <span className={styles.kind}>{isNews ? 'News' : 'Patch notes'}</span>
        <span>{isNews ? label : `Version ${label}`}</span>
        {/* A patch note has a day without a zone. */}
        <LocalDate value={isNews ? date : date.slice(0, 10)} />
      </p>
      <h2>
        <Link
          to={isNews ? paths.article({ articleId: id }) : paths.patchNote({ patchNoteId: id })}
          state={listState}
        >
          <Marked parts={title} />
        </Link>
      </h2>
      <p className={styles.excerpt}>
        <Marked parts={excerpt} />
      </p>
    </li>
  );
}

function Marked({ parts }: { parts: MarkedText }) {
  // oxlint-disable-next-line react/no-array-index-key -- parts of one text have no other identity, and never move
  return parts.map(({ text, isMatch }, index) => (isMatch ? <mark key={index}>{text}</mark> : text));
}
