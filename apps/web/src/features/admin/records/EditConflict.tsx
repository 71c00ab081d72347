import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';
import styles from './EditConflict.module.css';

export type ConflictField<Version> = { label: string; value: (version: Version) => ReactNode };

type EditConflictProps<Version> = {
  /** What was entered here. */
  mine: Version;
  /** What somebody else has saved meanwhile. */
  theirs: Version;
  fields: ConflictField<Version>[];
  isBusy?: boolean;
  /** Under the heading of a window, or of a page. */
  headingLevel?: 2 | 3;
  /** Sends mine again, on top of theirs. */
  onKeepMine: () => void;
  /** Puts theirs into the form. */
  onTakeTheirs: () => void;
};

/** Two versions of one record, field by field, and the choice between them. Nothing is lost before it is made. */
export function EditConflict<Version>({
  mine,
  theirs,
  fields,
  isBusy = false,
  headingLevel = 3,
  onKeepMine,
  onTakeTheirs,
}: EditConflictProps<Version>) {
  const id = useId();
  const Heading = `h${headingLevel}` as const;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const compared = fields.map(({ label, value }) => ({ label, mine: value(mine), theirs: value(theirs) }));
  return (
    <section className={styles.conflict} aria-labelledby={id}>
      <Heading id={id} ref={heading} tabIndex={-1}>
        Somebody else has changed this in the meantime.
      </Heading>
      <p>Keep your version, or take theirs. Fields that differ are marked.</p>
      <section
        className={styles.versions}
        aria-label="Both versions"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard
        tabIndex={0}
      >
        <table>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Mine</th>
              <th scope="col">Theirs</th>
            </tr>
          </thead>
          <tbody>
            {compared.map((field) => (
              <tr key={field.label} className={classNames(field.mine !== field.theirs && styles.different)}>
                <th scope="row">
                  {field.label}
                  {field.mine !== field.theirs && <span className="visually-hidden"> (differs)</span>}
                </th>
                <td data-label="Mine">{field.mine}</td>
                <td data-label="Theirs">{field.theirs}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <div className={styles.actions}>
        <Button look="secondary" disabled={isBusy} onClick={onTakeTheirs}>
          Take theirs
        </Button>
        <Button isBusy={isBusy} onClick={onKeepMine}>
          Keep mine
        </Button>
      </div>
    </section>
  );
}
