import { type KeyboardEvent, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { StoredSession } from '#api/session.ts';
import { type AdminSearch, useAdminSearch } from '#features/admin/search/use-admin-search.ts';
import { type Listbox, useListbox } from '#ui/admin/combobox/use-listbox.ts';
import { permittedActions, permittedPages } from './admin-entries.ts';
import { type PaletteGroup, paletteGroups, type PaletteOption } from './palette-options.ts';
import { useRecent } from './use-recent.ts';

type PaletteState = { session: StoredSession; text: string; onClose: () => void };

type Modifiers = Pick<KeyboardEvent, 'ctrlKey' | 'metaKey'>;

type PendingEnter = Modifiers & {
  text: string;
  /** The option that was moved to; undefined for the first one. */
  key: string | undefined;
};

type PaletteView = {
  groups: PaletteGroup[];
  /** Of the best hit. */
  actions: PaletteOption[];
  listbox: Listbox<PaletteOption>;
  search: AdminSearch;
  press: (event: KeyboardEvent) => void;
  /** Letters are typed again. */
  leaveActions: () => void;
};

/** What the search shows for a text, and its keyboard: Tab moves to the best hit's actions, where letters choose. */
export function usePalette({ session, text, onClose }: PaletteState): PaletteView {
  const navigate = useNavigate();
  const { recent, keep } = useRecent();
  const search = useAdminSearch(text);
  const [isActing, setActing] = useState(false);
  const groups = paletteGroups(session, {
    text,
    hits: search.hits,
    recent,
    pages: permittedPages(session),
    actions: permittedActions(session),
  });
  const options = groups.flatMap((group) => group.options);
  const actions = options.filter(({ action }) => action !== undefined);
  const choose = (option: PaletteOption, event?: Modifiers) => {
    keep(option);
    if (event?.ctrlKey || event?.metaKey) {
      window.open(option.to, '_blank', 'noopener');
      return;
    }
    onClose();
    void navigate(option.to);
  };
  const listbox = useListbox({ options, isOpen: options.length > 0, onChoose: choose });
  const { awaitHits, forget } = usePendingEnter({ text, search, options, choose });
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const [first] = actions;
    if (event.key === 'Tab' && !event.shiftKey && first && canLead(options, listbox)) {
      event.preventDefault();
      setActing(true);
      listbox.moveTo(first);
      return;
    }
    const byLetter = isActing && listbox.active?.action ? ofLetter(actions, event) : undefined;
    const chosen = event.key === 'Enter' ? listbox.active : byLetter;
    // Hits that are shown belong to an older text: Enter waits for those of this one. Pages and actions are there.
    if ((event.key === 'Enter' || byLetter) && awaitHits(event, chosen, byLetter ?? listbox.moved)) return;
    if (byLetter) {
      event.preventDefault();
      choose(byLetter);
      return;
    }
    listbox.press(event);
  };
  const leaveActions = () => {
    setActing(false);
    forget();
  };
  return { groups, actions, listbox, search, press, leaveActions };
}

/** The actions are the best hit's: Tab never leads to them from another row that somebody moved to. */
function canLead(options: PaletteOption[], { active, moved }: Listbox<PaletteOption>): boolean {
  const best = options.find(({ hit }) => hit !== undefined);
  return !active?.action && (moved?.hit === undefined || moved.key === best?.key);
}

function ofLetter(actions: PaletteOption[], event: KeyboardEvent): PaletteOption | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  return actions.find(({ action }) => action?.letter === event.key.toUpperCase());
}

type Awaiting = {
  text: string;
  search: AdminSearch;
  options: PaletteOption[];
  choose: (option: PaletteOption, event: Modifiers) => void;
};

/**
 * Keeps what Enter was pressed for before its hits are there, and chooses it then.
 *
 * @returns whether what is chosen has to wait, and what forgets it
 */
function usePendingEnter({ text, search, options, choose }: Awaiting) {
  const [pending, setPending] = useState<PendingEnter>();
  const isDue = pending !== undefined && pending.text === text && search.isCurrent;
  useEffect(() => {
    if (!isDue) return;
    setPending(undefined);
    const option = options.find(({ key }) => key === pending.key);
    // An action belongs to one player: another one is never chosen in its place.
    const chosen = option ?? (pending.key?.startsWith('with ') ? undefined : options[0]);
    if (chosen) choose(chosen, pending);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the awaited hits are there
  }, [isDue]);
  const awaitHits = (event: KeyboardEvent, chosen?: PaletteOption, moved?: PaletteOption) => {
    if (search.isCurrent || search.error !== '' || chosen?.entry) return false;
    event.preventDefault();
    const { ctrlKey, metaKey } = event;
    setPending({ text, key: moved?.key, ctrlKey, metaKey });
    return true;
  };
  return { awaitHits, forget: () => setPending(undefined) };
}
