import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';
import styles from './EditConflict.module.css';
import type { Conflict } from './use-record-form.ts';

export type ConflictField<Version> = { label: string; value: (version: Version) => ReactNode };

type EditConflictProps<Version> = {
  conflict: Conflict<Version>;
  fields: ConflictField<Version>[];
  isBusy?: boolean;
  /** The heading level below that of the dialog or page. */
  headingLevel?: 2 | 3;
};

/**
 * Two versions of one record, field by field, and the choice between them. Fields that differ come first.
 */
export function EditConflict<Version>({
  conflict,
  fields,
  isBusy = false,
  headingLevel = 3,
}: EditConflictProps<Version>) {
  const id = useId();
  const Heading = `h${headingLevel}` as const;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={styles.conflict} aria-labelledby={id}>
      <Heading id={id} ref={heading} tabIndex={-1}>
        Somebody else has changed this in the meantime.
      </Heading>
      <p>
        “Keep mine” saves what you changed on top of theirs. “Take theirs” drops your changes. Fields that
        differ are marked.
      </p>
      <section
        className={styles.versions}
        aria-label="Both versions"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard
        tabIndex={0}
      >
        <Versions conflict={conflict} fields={fields} />
      </section>
      <div className={styles.actions}>
        <Button look="secondary" disabled={isBusy} onClick={conflict.takeTheirs}>
          Take theirs
        </Button>
        <Button isBusy={isBusy} onClick={conflict.keepMine}>
          Keep mine
        </Button>
      </div>
    </section>
  );
}

function Versions<Version>({ conflict, fields }: Pick<EditConflictProps<Version>, 'conflict' | 'fields'>) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Mine</th>
          <th scope="col">Theirs</th>
        </tr>
      </thead>
      <tbody>
        {compare(conflict, fields).map((field) => (
          <tr key={field.label} className={classNames(field.isDifferent && styles.different)}>
            <th scope="row">
              {field.label}
              {field.isDifferent && <span className="visually-hidden"> (differs)</span>}
            </th>
            <td data-label="Mine">
              {field.mine}
              {field.note && <small className={styles.note}>{field.note}</small>}
            </td>
            <td data-label="Theirs">{field.theirs}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Shown = Record<'mine' | 'theirs' | 'read' | 'entered', ReactNode>;

function compare<Version>(
  { mine, theirs, read, entered }: Conflict<Version>,
  fields: ConflictField<Version>[],
) {
  const compared = fields.map(({ label, value }) => {
    const shown = { mine: value(mine), theirs: value(theirs), read: value(read), entered: value(entered) };
    return { label, ...shown, isDifferent: shown.mine !== shown.theirs, note: noteOn(shown) };
  });
  return compared.toSorted((one, other) => Number(other.isDifferent) - Number(one.isDifferent));
}

/** A note where 'Keep mine' doesn't save simply my value. */
function noteOn({ mine, theirs, read, entered }: Shown): string {
  if (entered === read) return mine === theirs ? '' : 'Theirs is kept';
  return mine === entered ? '' : 'Your change on top of theirs';
}
