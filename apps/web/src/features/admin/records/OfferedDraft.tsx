import { DraftNotice } from '#features/admin/editor/DraftNotice.tsx';
import type { FormDraft } from './use-form-draft.ts';

/** Offers the texts of an earlier visit, if there are any. */
export function OfferedDraft({ draft }: { draft: FormDraft | undefined }) {
  return draft && <DraftNotice draft={draft} onRestore={draft.restore} onDiscard={draft.discard} />;
}
