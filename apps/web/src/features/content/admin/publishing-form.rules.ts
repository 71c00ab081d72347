import type { ContentStatus } from '@waygate/contract/content-status';
import type { ConflictField } from '#features/admin/records/EditConflict.tsx';
import { timeLabel } from './time-label.ts';

/** The fields of a form that say whether its text is published. */
export type PublishingForm = {
  status: ContentStatus;
  /** ISO 8601; '' for as soon as it is published, and for no end. */
  publishAt: string;
  publishUntil: string;
};

export const BLANK_PUBLISHING: PublishingForm = { status: 'draft', publishAt: '', publishUntil: '' };

type Published = { status: ContentStatus; publishedAt: string | null; publishedUntil: string | null };

export function publishingFormOf({ status, publishedAt, publishedUntil }: Published): PublishingForm {
  return { status, publishAt: publishedAt ?? '', publishUntil: publishedUntil ?? '' };
}

/** The fields of the request body. Times keep their fractions, so that saving a text doesn't move it. */
export function publishingBodyOf({ status, publishAt, publishUntil }: PublishingForm) {
  return { status, publishAt: publishAt || null, publishUntil: publishUntil || null };
}

/** The rows of a conflict. */
export const PUBLISHING_COMPARED: ConflictField<PublishingForm>[] = [
  { label: 'Status', value: ({ status }) => (status === 'published' ? 'Published' : 'Draft') },
  { label: 'Publish at', value: ({ publishAt }) => timeLabel(publishAt) },
  { label: 'Publish until', value: ({ publishUntil }) => timeLabel(publishUntil) },
];
