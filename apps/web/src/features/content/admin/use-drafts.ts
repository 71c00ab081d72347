import { forgetDraft } from '#features/admin/editor/drafts.ts';
import { useDraft } from '#features/admin/editor/use-draft.ts';
import {
  type DraftEndpoints,
  type TextParams,
  type TypedChanges,
  useServerDraft,
} from './use-server-draft.ts';

export type { TextParams };

/** What is in the form, what of the record it was made of, and that record's revision. */
export type Version<Form> = { form: Form; read: Form; revision: number | undefined };

/** A form's fields as a draft has them. */
type Texts = Record<string, string>;

export type DraftKind<Form> = {
  drafts: DraftEndpoints;
  /** Prefix of the drafts' keys in local storage. */
  draftKey: string;
  /** For a form whose fields aren't texts alone. */
  asTexts?: { write: (form: Form) => Texts; read: (texts: Texts) => Partial<Form> };
};

type FoundDraft<Form> = {
  savedAt: string;
  /** What it comes to over the text as it was opened. */
  versionOver: (opened: Version<Form>) => Version<Form>;
};

/** Both copies of the draft: the browser's is there at once and offline, the server's on every device. */
export function useDrafts<Form extends object>(
  kind: DraftKind<Form>,
  params: TextParams,
  version: Version<Form>,
) {
  const key = [kind.draftKey, ...Object.values(params)].join(' ');
  const { form, read, revision } = version;
  const written = { form: writtenAs(kind, form), read: writtenAs(kind, read), revision };
  const local = useDraft(key, JSON.stringify(written));
  const server = useServerDraft(kind.drafts, params, typedIn(written));
  const inBrowser = local.found;
  const onServer = server.found;
  const isServerNewer = onServer && (!inBrowser || inBrowser.savedAt < onServer.savedAt);
  const found: FoundDraft<Form> | undefined = isServerNewer
    ? { savedAt: onServer.savedAt, versionOver: (opened) => versionTyped(kind, onServer, opened) }
    : inBrowser && {
        savedAt: inBrowser.savedAt,
        versionOver: (opened) => versionIn(kind, inBrowser.text, opened),
      };
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
    forget: () => {
      forgetDraft(key);
      server.forget();
    },
    discard: () => {
      forgetDraft(key);
      server.discard();
    },
  };
}

export function writtenAs<Form extends object>({ asTexts }: DraftKind<Form>, form: Form): Texts {
  // Without `asTexts`, all fields are texts.
  return asTexts ? asTexts.write(form) : (form as Texts);
}

/** Only fields that the form still has. */
function fieldsOf<Form extends object>(
  { asTexts }: DraftKind<Form>,
  texts: Texts | undefined,
  form: Form,
): Partial<Form> {
  const known = Object.fromEntries(Object.entries(texts ?? {}).filter(([name]) => Object.hasOwn(form, name)));
  return asTexts ? asTexts.read(known) : (known as Partial<Form>);
}

/** The fields that differ from what was read. */
function typedIn({ form, read, revision }: Version<Texts>): TypedChanges {
  const changed = Object.entries(form).filter(([name, text]) => text !== read[name]);
  return { changes: Object.fromEntries(changed), revision: revision ?? null };
}

/** The server's draft over the text as it was opened. */
function versionTyped<Form extends object>(
  kind: DraftKind<Form>,
  { changes, revision }: TypedChanges,
  opened: Version<Form>,
): Version<Form> {
  const form = { ...opened.form, ...fieldsOf(kind, changes, opened.form) };
  return { ...opened, form, revision: revision ?? opened.revision };
}

/** The browser's draft over the text as it was opened. */
function versionIn<Form extends object>(
  kind: DraftKind<Form>,
  text: string,
  opened: Version<Form>,
): Version<Form> {
  try {
    // Written by this hook, maybe in an older release.
    const kept = JSON.parse(text) as Partial<Version<Texts>>;
    return {
      revision: kept.revision ?? opened.revision,
      read: { ...opened.read, ...fieldsOf(kind, kept.read, opened.read) },
      form: { ...opened.form, ...fieldsOf(kind, kept.form, opened.form) },
    };
  } catch {
    return opened;
  }
}
