import { Search, X } from 'lucide-react';
import { useLayoutEffect, useState } from 'react';
import { type StoredSession, useSession } from '#api/session.ts';
import type { Listbox } from '#ui/admin/combobox/use-listbox.ts';
import { countText } from '#ui/admin/count-text.ts';
import { Button } from '#ui/Button.tsx';
import { useModal } from '#ui/use-modal.ts';
import { actionsOf, subjectOf } from './hit-actions.ts';
import { OptionRow } from './OptionRow.tsx';
import styles from './Palette.module.css';
import type { PaletteGroup, PaletteOption } from './palette-options.ts';
import { usePalette } from './use-palette.ts';

const PLACEHOLDER = 'Search players, orders, pages…';

/** One box over everything that staff may see: records, pages and actions. Escape and a click outside close it. */
export function Palette({ onClose }: { onClose: () => void }) {
  const session = useSession();
  const dialog = useModal();
  useLayoutEffect(() => dialog.current?.querySelector('input')?.focus(), [dialog]);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape does the same
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label="Search"
      onCancel={(event) => {
        // React unmounts it; the element must not close by itself first.
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      {session && <PaletteBody session={session} onClose={onClose} />}
    </dialog>
  );
}

function PaletteBody({ session, onClose }: { session: StoredSession; onClose: () => void }) {
  const [text, setText] = useState('');
  const { groups, actions, listbox, search, press, leaveActions } = usePalette({ session, text, onClose });
  const { error, isCurrent, retry } = search;
  const count = groups.reduce((sum, { options }) => sum + options.length, 0);
  const [best] = search.hits;
  const hasActions = search.hits.some((hit) => actionsOf(session, hit).length > 0);
  return (
    <div className={styles.body}>
      <div className={styles.ask}>
        <Search aria-hidden size={22} />
        <input
          {...listbox.inputProps}
          type="text"
          aria-label={PLACEHOLDER}
          placeholder={PLACEHOLDER}
          maxLength={254}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          value={text}
          onChange={({ target }) => {
            leaveActions();
            setText(target.value);
          }}
          onKeyDown={press}
        />
        <button type="button" className={styles.close} onClick={onClose}>
          <span className="visually-hidden">Close</span>
          <kbd aria-hidden>Esc</kbd>
          <X aria-hidden size={20} />
        </button>
      </div>
      <output className="visually-hidden">
        {announcement({
          text,
          count: count - actions.length,
          subject: best && actionsOf(session, best).length > 0 ? subjectOf(best) : undefined,
          hasActions,
          isAlone: search.hits.length === 1,
          isCurrent,
          error,
        })}
      </output>
      <div className={styles.found}>
        <Groups groups={groups} listbox={listbox} searched={text} isStale={!isCurrent} />
        {error && (
          <div className={styles.note}>
            <p>{error}</p>
            <Button look="secondary" onClick={retry}>
              Try again
            </Button>
          </div>
        )}
        {count === 0 && !error && <Nothing isSearching={!isCurrent} />}
      </div>
      <Keys hasActions={hasActions} />
    </div>
  );
}

function Keys({ hasActions }: { hasActions: boolean }) {
  return (
    <footer className={styles.keys}>
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> Move
      </span>
      <span>
        <kbd>Enter</kbd> Open
      </span>
      <span>
        <kbd>Ctrl</kbd> <kbd>Enter</kbd> New tab
      </span>
      {hasActions && (
        <span>
          <kbd>Tab</kbd> Actions
        </span>
      )}
      <span className={styles.hint}>Name, e-mail, #id, address, payment</span>
    </footer>
  );
}

type GroupsProps = {
  groups: PaletteGroup[];
  listbox: Listbox<PaletteOption>;
  searched: string;
  isStale: boolean;
};

function Groups({ groups, listbox, searched, isStale }: GroupsProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select can't show rows like these, nor keep the focus in the input
    <div id={listbox.listId} role="listbox" aria-label="Results" aria-busy={isStale} className={styles.list}>
      {groups.map(({ label, options }) => (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset may not stand in a listbox
        <div key={label} role="group" aria-label={label}>
          <p aria-hidden className={styles.heading}>
            {label}
          </p>
          {options.map((option) => (
            <div
              key={option.key}
              {...listbox.optionProps(option)}
              aria-keyshortcuts={option.action?.letter}
              className={styles.option}
            >
              <OptionRow option={option} searched={searched} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

function Nothing({ isSearching }: { isSearching: boolean }) {
  if (isSearching) return <p className={styles.note}>Searching…</p>;
  return (
    <div className={styles.note}>
      <p>Nothing found.</p>
      <p>
        Type the beginning of a name or an e-mail address, a number such as #165, an IP address, or a whole
        payment reference.
      </p>
    </div>
  );
}

type Announced = {
  text: string;
  count: number;
  /** Whom or what the best hit's actions concern; undefined if it has none. */
  subject: string | undefined;
  /** Whether any hit has some. */
  hasActions: boolean;
  /** Whether it is the only hit. */
  isAlone: boolean;
  isCurrent: boolean;
  error: string;
};

function announcement({ text, count, subject, hasActions, isAlone, isCurrent, error }: Announced): string {
  if (error) return error;
  if (text.trim() === '' || !isCurrent) return '';
  if (count === 0) return 'Nothing found.';
  const found = countText(count, 'result');
  if (!hasActions) return found;
  const others = subject === undefined ? 'the result you move to' : ' or the result you move to';
  return `${found}. Press Tab for what you can do with ${subject ?? ''}${isAlone ? '' : others}.`;
}
