import type { ContentStatus } from '@waygate/contract/content-status';
import { Badge } from '#ui/admin/Badge.tsx';

/** Whether visitors can read it. */
export function StatusBadge({ status }: { status: ContentStatus }) {
  return status === 'published' ? <Badge tone="success">Published</Badge> : <Badge>Draft</Badge>;
}
