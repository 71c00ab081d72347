import {
  createArticle,
  deleteArticleDraft,
  getArticleDraft,
  getArticleRevision,
  listArticleRevisions,
  restoreArticleRevision,
  saveArticleDraft,
  updateArticle,
} from '@waygate/contract/news/news.admin.endpoints';
import type { AdminArticle } from '@waygate/contract/news/news.admin.schemas';
import type { ReadArticle } from '@waygate/contract/news/news.schemas';
import { mediaUrl } from '#api/media-url.ts';
import { useSubmit } from '#api/use-submit.ts';
import { textInput } from '#features/admin/records/field-props.ts';
import { ContentEditor } from '#features/content/admin/ContentEditor.tsx';
import type { PageOf } from '#features/content/admin/preview/page-preview.ts';
import { PUBLISHING_COMPARED } from '#features/content/admin/publishing-form.rules.ts';
import { timeLabel } from '#features/content/admin/time-label.ts';
import type { ContentKind } from '#features/content/admin/use-content-editor.ts';
import { adminPaths } from '#features/paths/admin-paths.ts';
import { LibraryPictureField } from '#features/picture-library/admin/LibraryPictureField.tsx';
import { TextArea } from '#ui/admin/fields/TextArea.tsx';
import {
  type ArticleForm,
  articleFormOf,
  articleTextOf,
  BLANK_ARTICLE,
  readArticleOf,
} from './article-form.rules.ts';
import { ArticleFields } from './ArticleFields.tsx';
import { EventFields } from './EventFields.tsx';

const ARTICLES: ContentKind<ArticleForm, typeof updateArticle> = {
  noun: 'article',
  create: createArticle,
  update: updateArticle,
  drafts: { read: getArticleDraft, save: saveArticleDraft, remove: deleteArticleDraft },
  revisions: { list: listArticleRevisions, read: getArticleRevision, restore: restoreArticleRevision },
  revisionLabels: {
    title: 'Title',
    snippet: 'Snippet',
    category: 'Category',
    imageUrl: 'Cover picture',
    eventStartsAt: 'Event starts',
    eventEndsAt: 'Event ends',
    body: 'Text',
  },
  blank: BLANK_ARTICLE,
  toForm: articleFormOf,
  revisionOf: ({ revision }) => revision,
  toText: articleTextOf,
  publishingOf: (article) => article,
  compared: [
    { label: 'Title', value: ({ title }) => title },
    { label: 'Snippet', value: ({ snippet }) => snippet },
    { label: 'Category', value: ({ category }) => category },
    ...PUBLISHING_COMPARED,
    { label: 'Event starts', value: ({ eventStartsAt }) => timeLabel(eventStartsAt) },
    { label: 'Event ends', value: ({ eventEndsAt }) => timeLabel(eventEndsAt) },
    { label: 'Cover picture', value: ({ imageUrl }) => (imageUrl === '' ? 'None' : mediaUrl(imageUrl)) },
    { label: 'Text', value: ({ body }) => body },
  ],
  listPath: adminPaths.news,
  queryKey: 'news',
  draftKey: 'news',
};

type ArticleEditorProps = {
  article?: AdminArticle;
  /** The public page. */
  Page: PageOf<ReadArticle>;
};

/** Creates or edits an article. */
export function ArticleEditor({ article, Page }: ArticleEditorProps) {
  const cover = useSubmit("The picture couldn't be uploaded.");
  return (
    <ContentEditor
      kind={ARTICLES}
      entry={article}
      isUploading={cover.isBusy}
      Fields={ArticleFields}
      preview={{ Page, contentOf: readArticleOf }}
    >
      {(props) => (
        <>
          <TextArea
            label="Snippet"
            rows={2}
            maxLength={500}
            hint="A sentence or two for lists and shared links."
            {...textInput(props, 'snippet')}
          />
          <EventFields {...props} />
          <LibraryPictureField
            label="Cover picture"
            name="image"
            shown={props.form.imageUrl === '' ? '' : mediaUrl(props.form.imageUrl)}
            upload={cover}
            error={props.errors.imageUrl}
            onUploaded={({ url }) => props.onChange({ imageUrl: url })}
            onTaken={({ url }) => props.onChange({ imageUrl: url })}
            onRemove={() => props.onChange({ imageUrl: '' })}
          />
        </>
      )}
    </ContentEditor>
  );
}
