import { type KeyboardEvent, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { SearchHit } from '@waygate/contract/admin-search/admin-search.schemas';
import type { StoredSession } from '#api/session.ts';
import { type AdminSearch, useAdminSearch } from '#features/admin/search/use-admin-search.ts';
import { type Listbox, useListbox } from '#ui/admin/combobox/use-listbox.ts';
import { type ShowToast, useToast } from '#ui/admin/use-toast.ts';
import { permittedActions, permittedPages } from './admin-entries.ts';
import {
  ACTION_KEY,
  actionOptions,
  keyOf,
  type PaletteGroup,
  paletteGroups,
  type PaletteOption,
} from './palette-options.ts';
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
  /** Of the best hit, or the one that Tab was pressed on. */
  actions: PaletteOption[];
  listbox: Listbox<PaletteOption>;
  search: AdminSearch;
  press: (event: KeyboardEvent) => void;
  /** Letters are typed again. */
  leaveActions: () => void;
};

/** What the search shows for a text, and its keyboard: Tab moves to the actions of a hit, where letters choose. */
export function usePalette({ session, text, onClose }: PaletteState): PaletteView {
  const leave = useLeaving(onClose);
  const { recent, keep } = useRecent();
  const search = useAdminSearch(text);
  // The hit that Tab was pressed on.
  const [acting, setActing] = useState<string>();
  const { hits } = search;
  const groups = paletteGroups(session, {
    text,
    hits,
    chosen: hits.find((hit) => keyOf(hit) === acting) ?? hits[0],
    recent,
    pages: permittedPages(session),
    actions: permittedActions(session),
  });
  const options = groups.flatMap((group) => group.options);
  const actions = options.filter(({ action }) => action !== undefined);
  const choose = (option: PaletteOption, event?: Modifiers) => {
    keep(option);
    leave(option, event);
  };
  const listbox = useListbox({ options, isOpen: options.length > 0, onChoose: choose });
  const { awaitHits, forget } = usePendingEnter({ text, search, options, choose });
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const led = event.key === 'Tab' && !event.shiftKey ? ledFrom(listbox, hits) : undefined;
    const [first] = led ? actionOptions(session, led) : [];
    if (led && first) {
      event.preventDefault();
      setActing(keyOf(led));
      listbox.moveTo(first);
      return;
    }
    const byLetter = acting !== undefined && listbox.active?.action ? ofLetter(actions, event) : undefined;
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
    setActing(undefined);
    forget();
  };
  return { groups, actions, listbox, search, press, leaveActions };
}

/** The hit whose actions Tab leads to: the row that somebody moved to, if it is one of the hits, or else the best. */
function ledFrom({ active, moved }: Listbox<PaletteOption>, hits: SearchHit[]): SearchHit | undefined {
  if (active?.action) return undefined;
  return moved?.hit ? hits.find((hit) => keyOf(hit) === moved.key) : hits[0];
}

/** Closes the search for what was chosen, unless that opens in another tab. */
function useLeaving(onClose: () => void) {
  const navigate = useNavigate();
  const toast = useToast();
  return ({ to, action }: PaletteOption, event?: Modifiers) => {
    if (to !== undefined && (event?.ctrlKey || event?.metaKey)) {
      window.open(to, '_blank', 'noopener');
      return;
    }
    onClose();
    if (to !== undefined) void navigate(to);
    else if (action?.copied !== undefined) void copy(action.copied, toast);
  };
}

async function copy(text: string, toast: ShowToast): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(`Copied ${text}.`);
  } catch {
    // Without HTTPS, or when the browser refuses.
    toast(`The browser didn't copy ${text}.`, 'error');
  }
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
    // An action belongs to one record: that of another is never chosen in its place.
    const chosen = option ?? (pending.key?.startsWith(ACTION_KEY) ? undefined : options[0]);
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
