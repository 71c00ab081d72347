import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useLayoutEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { type StoredSession, useSession } from '#api/session.ts';
import { useAdminSearch } from '#features/admin/search/use-admin-search.ts';
import { type Listbox, useListbox } from '#ui/admin/combobox/use-listbox.ts';
import { countText } from '#ui/admin/count-text.ts';
import { Button } from '#ui/Button.tsx';
import { useModal } from '#ui/use-modal.ts';
import { permittedActions, permittedPages } from './admin-entries.ts';
import { OptionRow } from './OptionRow.tsx';
import styles from './Palette.module.css';
import { type PaletteGroup, paletteGroups, type PaletteOption } from './palette-options.ts';
import { useRecent } from './use-recent.ts';

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
  const { groups, listbox, search, press } = usePalette({ session, text, onClose });
  const { error, isCurrent, retry } = search;
  const count = groups.reduce((sum, { options }) => sum + options.length, 0);
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
          onChange={({ target }) => setText(target.value)}
          onKeyDown={press}
        />
        <button type="button" className={styles.close} onClick={onClose}>
          <span className="visually-hidden">Close</span>
          <kbd aria-hidden>Esc</kbd>
          <X aria-hidden size={20} />
        </button>
      </div>
      <output className="visually-hidden">{announcement({ text, count, isCurrent, error })}</output>
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
        <span className={styles.hint}>Name, e-mail, #id, address, payment reference</span>
      </footer>
    </div>
  );
}

type PaletteState = { session: StoredSession; text: string; onClose: () => void };

type PendingEnter = Pick<KeyboardEvent, 'ctrlKey' | 'metaKey'> & {
  text: string;
  /** The option that was moved to; undefined for the first one. */
  key: string | undefined;
};

function usePalette({ session, text, onClose }: PaletteState) {
  const navigate = useNavigate();
  const { recent, keep } = useRecent();
  const search = useAdminSearch(text);
  // What Enter was pressed for before its hits were there.
  const [pending, setPending] = useState<PendingEnter>();
  const groups = paletteGroups(session, {
    text,
    hits: search.hits,
    recent,
    pages: permittedPages(session),
    actions: permittedActions(session),
  });
  const options = groups.flatMap((group) => group.options);
  const choose = (option: PaletteOption, event?: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey'>) => {
    keep(option);
    if (event?.ctrlKey || event?.metaKey) {
      window.open(option.to, '_blank', 'noopener');
      return;
    }
    onClose();
    void navigate(option.to);
  };
  const listbox = useListbox({ options, isOpen: options.length > 0, onChoose: choose });
  const isDue = pending !== undefined && pending.text === text && search.isCurrent;
  useEffect(() => {
    if (!isDue) return;
    setPending(undefined);
    const option = options.find(({ key }) => key === pending.key) ?? options[0];
    if (option) choose(option, pending);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the awaited hits are there
  }, [isDue]);
  const press = (event: KeyboardEvent) => {
    // Hits that are shown belong to an older text: Enter waits for those of this one. Pages and actions are there.
    const isWaiting = !search.isCurrent && search.error === '' && !listbox.active?.entry;
    if (event.key === 'Enter' && isWaiting) {
      event.preventDefault();
      const { ctrlKey, metaKey } = event;
      const key = listbox.moved?.key;
      if (!event.nativeEvent.isComposing) setPending({ text, key, ctrlKey, metaKey });
      return;
    }
    listbox.press(event);
  };
  return { groups, listbox, search, press };
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
            <div key={option.key} {...listbox.optionProps(option)} className={styles.option}>
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

type Announced = { text: string; count: number; isCurrent: boolean; error: string };

function announcement({ text, count, isCurrent, error }: Announced): string {
  if (error) return error;
  if (text.trim() === '' || !isCurrent) return '';
  if (count === 0) return 'Nothing found.';
  return countText(count, 'result');
}
