import type { LegalPage } from '@waygate/contract/legal/legal.schemas';
import { useMemo } from 'react';
import { LocalDate } from '#ui/LocalDate.tsx';
import { PageTitle } from '#ui/PageTitle.tsx';
import { Prose } from '#ui/Prose.tsx';
import styles from './LegalText.module.css';
import { withChapters } from './table-of-contents.ts';

/** A long text next to its table of contents. */
export function LegalText({ title, updated, bodyHtml }: LegalPage) {
  const { html, chapters } = useMemo(() => withChapters(bodyHtml), [bodyHtml]);
  return (
    <div className={styles.columns}>
      <header className={styles.header}>
        <PageTitle>{title}</PageTitle>
        <p>
          Last updated <LocalDate value={updated} />
        </p>
      </header>
      <nav aria-label="On this page" className={styles.contents}>
        <h2>On this page</h2>
        <ul>
          {chapters.map(({ id, title: chapter }) => (
            <li key={id}>
              <a href={`#${id}`}>{chapter}</a>
            </li>
          ))}
        </ul>
      </nav>
      <Prose html={html} />
    </div>
  );
}
