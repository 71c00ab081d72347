import type { Endpoint } from '@waygate/contract/endpoint';
import type {
  getArticleRevision,
  listArticleRevisions,
  restoreArticleRevision,
} from '@waygate/contract/news/news.admin.endpoints';

/** Of one kind of texts; all take the same. */
export type RevisionEndpoints = {
  list: Endpoint & Pick<typeof listArticleRevisions, 'params' | 'response'>;
  read: Endpoint & Pick<typeof getArticleRevision, 'params' | 'response'>;
  restore: Endpoint & Pick<typeof restoreArticleRevision, 'params' | 'body'>;
};

/** The fields of a text by the names of the API, as they are compared. */
export type RevisionFields = Record<string, string | null>;

export type RevisionsProps = {
  endpoints: RevisionEndpoints;
  id: number;
  /** That of the text as it was opened. */
  currentRevision: number;
  /** The fields to compare, with their labels. */
  labels: Record<string, string>;
  /** Whether the form has changes that a restored text would discard. */
  isDirty: boolean;
  /** Prefixes of the query keys to refetch. */
  queryKey: string;
  onRestored: () => void;
  onClose: () => void;
};
