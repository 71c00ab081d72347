import type { ContentState } from '@waygate/contract/content-status';

export const CONTENT_STATES: Record<ContentState, string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  live: 'Published',
  ended: 'Ended',
};

export const CONTENT_STATE_OPTIONS = Object.entries(CONTENT_STATES).map(([value, label]) => ({
  value,
  label,
}));
