import type { ConflictOf } from '@waygate/contract/endpoint';
import { type ComponentType, type FormEvent, lazy, type ReactNode, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { DraftNotice } from '#features/admin/editor/DraftNotice.tsx';
import { EditConflict } from '#features/admin/records/EditConflict.tsx';
import { MarkdownEditor, type PictureChooser } from '#features/admin/editor/MarkdownEditor.tsx';
import { useOpensAction } from '#features/admin/search/opens-new.ts';
import type { FieldsProps } from '#features/admin/records/field-props.ts';
import { UnsavedGuard } from '#features/admin/records/UnsavedGuard.tsx';
import { PictureLibrary } from '#features/picture-library/admin/PictureLibrary.tsx';
import { uploadPicture } from '#features/picture-library/admin/upload-picture.ts';
import { useFocusAfterFailure } from '#ui/admin/dialogs/use-focus-after-failure.ts';
import { Button, buttonClass } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import styles from './ContentEditor.module.css';
import { DraftStatus } from './DraftStatus.tsx';
import type { PagePreview } from './preview/page-preview.ts';
import { PreviewDialog } from './preview/PreviewDialog.tsx';
import { PublishingFields } from './PublishingFields.tsx';
import type { DraftState } from './use-server-draft.ts';
import {
  type ContentEditing,
  type ContentForm,
  type ContentKind,
  useContentEditor,
} from './use-content-editor.ts';

// With the comparison of texts, which few visits need.
const RevisionsDialog = lazy(async () => {
  const { RevisionsDialog: Loaded } = await import('./revisions/RevisionsDialog.tsx');
  return { default: Loaded };
});

type Update = Parameters<typeof useContentEditor>[0]['update'];

type ContentEditorProps<Form extends ContentForm, E extends Update, Content = unknown> = {
  kind: ContentKind<Form, E>;
  /** The text to edit; undefined for a new one. */
  entry?: (ConflictOf<E> & { id: number }) | undefined;
  /** Blocks saving while an upload would be missing from the saved text. */
  isUploading?: boolean;
  /** Short fields, side by side where there is room. */
  Fields: ComponentType<FieldsProps<Form>>;
  preview: PagePreview<Form, Content>;
  /** Full-width fields above the text. */
  children?: ((props: FieldsProps<Form>) => ReactNode) | undefined;
};

/** Creates or edits a text, with drafts, conflicts and errors. */
export function ContentEditor<Form extends ContentForm, E extends Update, Content>({
  kind,
  entry,
  isUploading = false,
  Fields,
  preview,
  children,
}: ContentEditorProps<Form, E, Content>) {
  const editing = useContentEditor(kind, entry);
  const { form, errors, change, isBusy, conflict } = editing;
  const [tries, setTries] = useState(0);
  const [opened, setOpened] = useState<'revisions' | 'preview'>();
  const close = () => setOpened(undefined);
  useOpensAction('revisions', () => entry && setOpened('revisions'));
  useOpensAction('preview', () => setOpened('preview'));
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
        <Foot
          error={editing.error}
          draftState={editing.draftState}
          onRetry={editing.retryDraft}
          onRevisions={entry && (() => setOpened('revisions'))}
          onPreview={() => setOpened('preview')}
          listPath={kind.listPath}
          isBusy={isBusy || isUploading}
        />
      </form>
      <Suspense>
        {opened === 'revisions' && entry && (
          <Revisions kind={kind} entry={entry} editing={editing} onClose={close} />
        )}
        {opened === 'preview' && <PreviewDialog form={form} preview={preview} onClose={close} />}
      </Suspense>
    </>
  );
}

type RevisionsOfProps<Form extends ContentForm, E extends Update> = {
  kind: ContentKind<Form, E>;
  entry: ConflictOf<E> & { id: number };
  editing: ContentEditing<Form>;
  onClose: () => void;
};

function Revisions<Form extends ContentForm, E extends Update>({
  kind,
  entry,
  editing,
  onClose,
}: RevisionsOfProps<Form, E>) {
  return (
    <RevisionsDialog
      endpoints={kind.revisions}
      params={{ id: String(entry.id) }}
      currentRevision={kind.revisionOf(entry)}
      labels={kind.revisionLabels}
      restoring="Restoring saves this text again. Whether visitors see it stays as it is."
      isDirty={editing.isDirty()}
      queryKey={kind.queryKey}
      onRestored={editing.settle}
      onClose={onClose}
    />
  );
}

async function uploadForText(file: File): Promise<string> {
  return (await uploadPicture(file)).url;
}

const ChooseForText: PictureChooser = (props) => <PictureLibrary takeLabel="Insert picture" {...props} />;

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
      </div>
      <div className={styles.fields}>
        <PublishingFields form={form} errors={errors} onChange={change} />
      </div>
      {children?.(props)}
      <MarkdownEditor
        label="Text"
        value={form.body}
        error={errors.body}
        isDisabled={isDisabled}
        uploadPicture={uploadForText}
        PictureChooser={ChooseForText}
        onChange={(body) => change({ body })}
      />
    </>
  );
}

type FootProps = {
  error: string;
  draftState: DraftState;
  onRetry: () => void;
  /** Undefined for a new text. */
  onRevisions: (() => void) | undefined;
  onPreview: () => void;
  listPath: string;
  isBusy: boolean;
};

function Foot({ error, draftState, onRetry, onRevisions, onPreview, listPath, isBusy }: FootProps) {
  return (
    <div className={styles.foot}>
      {error && <Notice tone="error">{error}</Notice>}
      <div className={styles.actions}>
        <DraftStatus state={draftState} onRetry={onRetry} />
        {onRevisions && (
          <Button look="quiet" onClick={onRevisions}>
            Revisions
          </Button>
        )}
        <Button look="quiet" onClick={onPreview}>
          Preview
        </Button>
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
