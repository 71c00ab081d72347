import { isOwner } from '@waygate/contract/ranks';
import type { Viewer } from '#platform/auth/viewer.ts';

/** Its author may, and an owner. */
export function canDeleteNote(viewer: Viewer, authorId: number): boolean {
  return authorId === viewer.accountId || isOwner(viewer);
}
