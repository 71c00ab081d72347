import type { ConflictOf } from '@waygate/contract/endpoint';
import { type ComponentType, type FormEvent, type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { DraftNotice } from '#features/admin/editor/DraftNotice.tsx';
import { EditConflict } from '#features/admin/records/EditConflict.tsx';
import { MarkdownEditor } from '#features/admin/editor/MarkdownEditor.tsx';
import type { FieldsProps } from '#features/admin/records/field-props.ts';
import { UnsavedGuard } from '#features/admin/records/UnsavedGuard.tsx';
import { useFocusAfterFailure } from '#ui/admin/dialogs/use-focus-after-failure.ts';
import { Button, buttonClass } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import styles from './ContentEditor.module.css';
import { StatusField } from './StatusField.tsx';
import { uploadPicture } from './upload-picture.ts';
import { type ContentForm, type ContentKind, useContentEditor } from './use-content-editor.ts';

type Update = Parameters<typeof useContentEditor>[0]['update'];

type ContentEditorProps<Form extends ContentForm, E extends Update> = {
  kind: ContentKind<Form, E>;
  /** The text to edit; undefined for a new one. */
  entry?: (ConflictOf<E> & { id: number }) | undefined;
  /** Blocks saving while an upload would be missing from the saved text. */
  isUploading?: boolean;
  /** Short fields, side by side where there is room. */
  Fields: ComponentType<FieldsProps<Form>>;
  /** Full-width fields above the text. */
  children?: ((props: FieldsProps<Form>) => ReactNode) | undefined;
};

/** Creates or edits a text, with drafts, conflicts and errors. */
export function ContentEditor<Form extends ContentForm, E extends Update>({
  kind,
  entry,
  isUploading = false,
  Fields,
  children,
}: ContentEditorProps<Form, E>) {
  const editing = useContentEditor(kind, entry);
  const { form, errors, change, isBusy, conflict } = editing;
  const [tries, setTries] = useState(0);
  const shownForm = useFocusAfterFailure(isBusy, { tries, error: editing.error });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || isUploading) return;
    setTries(tries + 1);
    editing.save();
  };
  return (
    <>
      <UnsavedGuard isDirty={editing.isDirty} onDiscard={editing.discard} />
      <form ref={shownForm} className={styles.editor} noValidate onSubmit={submit}>
        {editing.draft && (
          <DraftNotice
            draft={editing.draft}
            onRestore={editing.restoreDraft}
            onDiscard={editing.discardDraft}
          />
        )}
        {conflict && (
          <EditConflict conflict={conflict} fields={kind.compared} isBusy={isBusy} headingLevel={2} />
        )}
        <fieldset className={styles.text} disabled={isBusy}>
          <TextFields form={form} errors={errors} onChange={change} Fields={Fields} isDisabled={isBusy}>
            {children}
          </TextFields>
        </fieldset>
        <Foot error={editing.error} listPath={kind.listPath} isBusy={isBusy || isUploading} />
      </form>
    </>
  );
}

type TextFieldsProps<Form extends ContentForm> = FieldsProps<Form> &
  Pick<ContentEditorProps<Form, Update>, 'Fields' | 'children'> & { isDisabled: boolean };

function TextFields<Form extends ContentForm>({
  Fields,
  isDisabled,
  children,
  ...props
}: TextFieldsProps<Form>) {
  const { form, errors, onChange } = props;
  const change = (changes: Partial<ContentForm>) => {
    // Every form has both.
    onChange(changes as Partial<Form>);
  };
  return (
    <>
      <div className={styles.fields}>
        <Fields {...props} />
        <StatusField value={form.status} error={errors.status} onChange={(status) => change({ status })} />
      </div>
      {children?.(props)}
      <MarkdownEditor
        label="Text"
        value={form.body}
        error={errors.body}
        isDisabled={isDisabled}
        uploadPicture={uploadPicture}
        onChange={(body) => change({ body })}
      />
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
