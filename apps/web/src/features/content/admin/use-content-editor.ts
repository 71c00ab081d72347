import { useRef, useState } from 'react';
import { forgetDraft, type Draft } from '#features/admin/editor/drafts.ts';
import { useDraft } from '#features/admin/editor/use-draft.ts';

/** What is in the form, and the revision of the record that it was made of. */
export type Version<Form> = { form: Form; revision: number | undefined };

/** Sends the form; resolves to whether it was saved. */
type Send<Form> = (form: Form, revision: number | undefined) => Promise<boolean>;

export type ContentEditing<Form> = {
  form: Form;
  change: (changes: Partial<Form>) => void;
  /** What a former visit had left unsaved. */
  draft: Draft | undefined;
  restoreDraft: () => void;
  discardDraft: () => void;
  isDirty: () => boolean;
  /** Sends what is in the form, on top of what it was made of, or of what somebody else has saved since. */
  save: (revision?: number) => void;
  /** Puts another version into the form. */
  take: (version: Version<Form>) => void;
  /** Forgets what was written here. */
  discard: () => void;
};

/**
 * A text that is being written: kept locally until it is saved, and never saved over another one unseen.
 *
 * @param opened the record as it was read, or a blank form
 * @param draftKey names the record
 */
export function useContentEditor<Form extends object>(
  opened: Version<Form>,
  { draftKey, send, onSaved }: { draftKey: string; send: Send<Form>; onSaved: () => void },
): ContentEditing<Form> {
  const [version, setVersion] = useState(opened);
  // Ahead of what is rendered: whoever writes and saves or leaves in the same moment loses no letter.
  const latest = useRef(opened);
  const original = useRef(opened.form);
  const put = (next: Version<Form>) => {
    latest.current = next;
    setVersion(next);
  };
  const isSettled = useRef(false);
  const { found, settle } = useDraft(draftKey, JSON.stringify(version));
  const isDirty = () =>
    !isSettled.current && JSON.stringify(latest.current.form) !== JSON.stringify(original.current);
  async function save(revision = latest.current.revision) {
    const { form } = latest.current;
    // Kept, so that the same conflict does not come up again.
    put({ form, revision });
    if (!(await send(form, revision))) return;
    isSettled.current = true;
    forgetDraft(draftKey);
    onSaved();
  }
  return {
    form: version.form,
    // Of whatever is in the form by then: a picture may have taken its time to upload.
    change: (changes) => put({ ...latest.current, form: { ...latest.current.form, ...changes } }),
    draft: found,
    restoreDraft: () => {
      put(versionIn(found?.text ?? '', latest.current));
      settle(true);
    },
    discardDraft: () => settle(false),
    isDirty,
    save: (revision) => void save(revision),
    take: (taken) => {
      put(taken);
      original.current = taken.form;
    },
    discard: () => forgetDraft(draftKey),
  };
}

/** What was kept, as far as it still has the form's fields. */
function versionIn<Form extends object>(text: string, present: Version<Form>): Version<Form> {
  try {
    // Written by this very hook, perhaps of an older release.
    const kept = JSON.parse(text) as Partial<Version<Form>>;
    return { revision: kept.revision ?? present.revision, form: { ...present.form, ...kept.form } };
  } catch {
    return present;
  }
}
