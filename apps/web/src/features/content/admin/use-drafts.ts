import { forgetDraft } from '#features/admin/editor/drafts.ts';
import { useDraft } from '#features/admin/editor/use-draft.ts';
import { type DraftEndpoints, type TypedChanges, useServerDraft } from './use-server-draft.ts';

/** What is in the form, what of the record it was made of, and that record's revision. */
export type Version<Form> = { form: Form; read: Form; revision: number | undefined };

type FoundDraft<Form> = {
  savedAt: string;
  /** What it comes to over the text as it was opened. */
  versionOver: (opened: Version<Form>) => Version<Form>;
};

/** Both copies of the draft: the browser's is there at once and offline, the server's on every device. */
export function useDrafts<Form extends object>(
  { drafts, draftKey }: { drafts: DraftEndpoints; draftKey: string },
  id: number | undefined,
  version: Version<Form>,
) {
  const key = `${draftKey} ${id ?? 'new'}`;
  const local = useDraft(key, JSON.stringify(version));
  const server = useServerDraft(drafts, id, typedIn(version));
  const inBrowser = local.found;
  const onServer = server.found;
  const isServerNewer = onServer && (!inBrowser || inBrowser.savedAt < onServer.savedAt);
  const found: FoundDraft<Form> | undefined = isServerNewer
    ? { savedAt: onServer.savedAt, versionOver: (opened) => versionTyped(onServer, opened) }
    : inBrowser && { savedAt: inBrowser.savedAt, versionOver: (opened) => versionIn(inBrowser.text, opened) };
  return {
    found,
    state: server.state,
    retry: server.retry,
    pause: server.pause,
    resume: server.resume,
    settle: (isWanted: boolean) => {
      local.settle(isWanted);
      server.settle(isWanted);
    },
    /** The server has deleted its copy. */
    forget: () => forgetDraft(key),
    discard: () => {
      forgetDraft(key);
      server.discard();
    },
  };
}

/** The fields that differ from what was read. */
function typedIn<Form extends object>({ form, read, revision }: Version<Form>): TypedChanges {
  const before = new Map<string, unknown>(Object.entries(read));
  const changed = Object.entries(form).filter(([name, value]) => value !== before.get(name));
  // All fields of these forms are texts.
  return { changes: Object.fromEntries(changed) as Record<string, string>, revision: revision ?? null };
}

/** The server's draft, as far as it still matches the form's fields. */
function versionTyped<Form extends object>(
  { changes, revision }: TypedChanges,
  opened: Version<Form>,
): Version<Form> {
  const known = Object.fromEntries(
    Object.entries(changes).filter(([name]) => Object.hasOwn(opened.form, name)),
  );
  return { ...opened, form: { ...opened.form, ...known }, revision: revision ?? opened.revision };
}

/** The browser's draft, as far as it still matches the form's fields. */
function versionIn<Form extends object>(text: string, present: Version<Form>): Version<Form> {
  try {
    // Written by this hook, maybe in an older release.
    const kept = JSON.parse(text) as Partial<Version<Form>>;
    return {
      revision: kept.revision ?? present.revision,
      read: { ...present.read, ...kept.read },
      form: { ...present.form, ...kept.form },
    };
  } catch {
    return present;
  }
}
