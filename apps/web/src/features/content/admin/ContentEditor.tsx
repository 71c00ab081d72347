import type { FormEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { DraftNotice } from '#features/admin/editor/DraftNotice.tsx';
import { type ConflictField, EditConflict } from '#features/admin/records/EditConflict.tsx';
import { UnsavedGuard } from '#features/admin/records/UnsavedGuard.tsx';
import { useFocusAfterFailure } from '#ui/admin/dialogs/use-focus-after-failure.ts';
import { Button, buttonClass } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import styles from './ContentEditor.module.css';
import type { ContentEditing, Version } from './use-content-editor.ts';

type ContentEditorProps<Form> = {
  editing: ContentEditing<Form>;
  isBusy: boolean;
  /** What is still on its way would be missing from what is saved. */
  isUploading?: boolean;
  /** What went wrong with the last try, '' when nothing did. */
  error: string;
  /** What somebody else has saved meanwhile. */
  theirs: Version<Form> | undefined;
  /** What two versions are compared by. */
  compared: ConflictField<Form>[];
  /** Somebody has decided for theirs. */
  onSettled: () => void;
  /** Where the list is. */
  listPath: string;
  /** Short fields, beside each other where there is room. */
  fields: ReactNode;
  /** What takes the whole width. */
  children: ReactNode;
};

/** The form around a text: what was left unsaved, conflicts, failures, and the ways out. */
export function ContentEditor<Form>({
  editing,
  isBusy,
  isUploading = false,
  error,
  theirs,
  compared,
  onSettled,
  listPath,
  fields,
  children,
}: ContentEditorProps<Form>) {
  const form = useFocusAfterFailure(isBusy);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy && !isUploading) editing.save();
  };
  return (
    <>
      <UnsavedGuard isDirty={editing.isDirty} onDiscard={editing.discard} />
      <form ref={form} className={styles.editor} noValidate onSubmit={submit}>
        {editing.draft && (
          <DraftNotice
            draft={editing.draft}
            onRestore={editing.restoreDraft}
            onDiscard={editing.discardDraft}
          />
        )}
        {theirs && (
          <EditConflict
            mine={editing.form}
            theirs={theirs.form}
            fields={compared}
            isBusy={isBusy}
            headingLevel={2}
            onKeepMine={() => editing.save(theirs.revision)}
            onTakeTheirs={() => {
              editing.take(theirs);
              onSettled();
            }}
          />
        )}
        <fieldset className={styles.text} disabled={isBusy}>
          <div className={styles.fields}>{fields}</div>
          {children}
        </fieldset>
        <Foot error={theirs ? '' : error} listPath={listPath} isBusy={isBusy || isUploading} />
      </form>
    </>
  );
}

function Foot({ error, listPath, isBusy }: { error: string; listPath: string; isBusy: boolean }) {
  return (
    <div className={styles.foot}>
      {error && <Notice tone="error">{error}</Notice>}
      <div className={styles.actions}>
        <Link to={listPath} className={buttonClass('secondary')}>
          Cancel
        </Link>
        <Button type="submit" isBusy={isBusy}>
          Save
        </Button>
      </div>
    </div>
  );
}
