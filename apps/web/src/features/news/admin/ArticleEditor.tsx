import { createArticle, updateArticle } from '@waygate/contract/news/news.admin.endpoints';
import type { AdminArticle } from '@waygate/contract/news/news.admin.schemas';
import { useNavigate } from 'react-router';
import { mediaUrl } from '#api/media-url.ts';
import { useSubmit } from '#api/use-submit.ts';
import { MarkdownEditor } from '#features/admin/editor/MarkdownEditor.tsx';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import type { ConflictField } from '#features/admin/records/EditConflict.tsx';
import { ContentEditor } from '#features/content/admin/ContentEditor.tsx';
import { uploadPicture } from '#features/content/admin/upload-picture.ts';
import { useContentEditor } from '#features/content/admin/use-content-editor.ts';
import { adminPaths } from '#features/paths/admin-paths.ts';
import { PictureField } from '#ui/admin/fields/PictureField.tsx';
import { TextArea } from '#ui/admin/fields/TextArea.tsx';
import { type ArticleForm, articleFormOf, articleTextOf, BLANK_ARTICLE } from './article-form.rules.ts';
import { ArticleFields } from './ArticleFields.tsx';

const COMPARED: ConflictField<ArticleForm>[] = [
  { label: 'Title', value: ({ title }) => title },
  { label: 'Snippet', value: ({ snippet }) => snippet },
  { label: 'Category', value: ({ category }) => category },
  { label: 'Status', value: ({ status }) => (status === 'published' ? 'Published' : 'Draft') },
  { label: 'Cover picture', value: ({ imageUrl }) => (imageUrl === '' ? 'None' : mediaUrl(imageUrl)) },
  { label: 'Text', value: ({ body }) => body },
];

/** Writes an article, or rewrites one. */
export function ArticleEditor({ article }: { article?: AdminArticle }) {
  const navigate = useNavigate();
  const { send, isBusy, error, fieldErrors, conflict, reset } = useSaving(article?.id);
  const editing = useContentEditor(
    article
      ? { form: articleFormOf(article), revision: article.revision }
      : { form: BLANK_ARTICLE, revision: undefined },
    {
      draftKey: `news ${article?.id ?? 'new'}`,
      send,
      onSaved: () => void navigate(adminPaths.news),
    },
  );
  const { form, change } = editing;
  const cover = useSubmit('The picture could not be uploaded.');
  // Presented by the endpoint itself, in its own shape.
  const theirs = conflict as AdminArticle | undefined;
  return (
    <ContentEditor
      editing={editing}
      isBusy={isBusy}
      isUploading={cover.isBusy}
      error={error}
      listPath={adminPaths.news}
      theirs={theirs && { form: articleFormOf(theirs), revision: theirs.revision }}
      compared={COMPARED}
      onSettled={reset}
      fields={<ArticleFields form={form} errors={fieldErrors} onChange={change} />}
    >
      <TextArea
        label="Snippet"
        name="snippet"
        rows={2}
        maxLength={500}
        hint="A sentence or two for lists and for links that are shared."
        value={form.snippet}
        error={fieldErrors.snippet}
        onChange={(event) => change({ snippet: event.target.value })}
      />
      <PictureField
        label="Cover picture"
        name="image"
        shown={form.imageUrl === '' ? '' : mediaUrl(form.imageUrl)}
        isBusy={cover.isBusy}
        error={cover.error || fieldErrors.imageUrl}
        onChoose={(file) => void cover.submit(async () => change({ imageUrl: await uploadPicture(file) }))}
        onRemove={() => change({ imageUrl: '' })}
      />
      <MarkdownEditor
        label="Text"
        value={form.body}
        error={fieldErrors.body}
        isDisabled={isBusy}
        uploadPicture={uploadPicture}
        onChange={(body) => change({ body })}
      />
    </ContentEditor>
  );
}

function useSaving(articleId: number | undefined) {
  const words = {
    success: ({ status }: AdminArticle) =>
      status === 'published' ? 'The article is on the site.' : 'The draft is saved.',
    invalidates: [['news'], ['audit']],
  };
  const creation = useAdminMutation(createArticle, { ...words, failure: 'Failed to create article' });
  const update = useAdminMutation(updateArticle, { ...words, failure: 'Failed to update article' });
  if (articleId === undefined) {
    return { ...creation, send: (form: ArticleForm) => creation.submit({ body: articleTextOf(form) }) };
  }
  return {
    ...update,
    send: (form: ArticleForm, revision: number | undefined) =>
      update.submit({ params: { id: String(articleId) }, body: { ...articleTextOf(form), revision } }),
  };
}
