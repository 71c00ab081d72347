import type { Endpoint } from '@waygate/contract/endpoint';
import type {
  getArticleRevision,
  listArticleRevisions,
  restoreArticleRevision,
} from '@waygate/contract/news/news.admin.endpoints';
import type { TextParams } from '#features/content/admin/use-server-draft.ts';

/** Of one kind of texts; all answer the same, and take what names the text and the revision. */
export type RevisionEndpoints = {
  list: Endpoint & Pick<typeof listArticleRevisions, 'response'>;
  read: Endpoint & Pick<typeof getArticleRevision, 'response'>;
  restore: Endpoint & Pick<typeof restoreArticleRevision, 'body'>;
};

/** The fields of a text by the names of the API, as they are compared. */
export type RevisionFields = Record<string, string | null>;

export type RevisionsProps = {
  endpoints: RevisionEndpoints;
  /** What names the text in the paths. */
  params: TextParams;
  /** That of the text as it was opened. */
  currentRevision: number;
  /** The fields to compare, with their labels. */
  labels: Record<string, string>;
  /** What restoring does, in a sentence. */
  restoring: string;
  /** Whether the form has changes that a restored text would discard. */
  isDirty: boolean;
  /** Prefixes of the query keys to refetch. */
  queryKey: string;
  onRestored: () => void;
  onClose: () => void;
};
