import { useEffect, useEffectEvent, useRef } from 'react';
import { beforeSessionEnds } from '#api/session.ts';
import { forgetDraft } from '#features/admin/editor/drafts.ts';
import { useDraft } from '#features/admin/editor/use-draft.ts';

/** What a form offers of an earlier visit. */
export type FormDraft = { savedAt: string; restore: () => void; discard: () => void };

type Options<Form> = {
  form: Form;
  /** The form as it was opened, without what was typed. */
  before: Form;
  /** The fields to keep: long texts, nothing secret. */
  fields: readonly (keyof Form & string)[];
  change: (changes: Partial<Form>) => void;
};

/**
 * Keeps what is typed into a form's texts in this browser, until the form is saved or its changes are discarded. A tab that is closed
 * or crashes loses nothing: the texts are offered when the same person opens the form again.
 *
 * @param name of the form, the same at each visit
 */
export function useFormDraft<Form extends object>(
  name: string,
  { form, before, fields, change }: Options<Form>,
): FormDraft | undefined {
  const changed = fields.filter((field) => form[field] !== before[field]);
  const text = JSON.stringify(Object.fromEntries(changed.map((field) => [field, form[field]])));
  const key = fields.length === 0 ? undefined : `form ${name}`;
  const { found, settle } = useDraft(key, text);
  const isSessionOver = useRef(false);
  useEffect(() => beforeSessionEnds(() => void (isSessionOver.current = true)), []);
  // Who closes the form has saved or discarded it. A page that is left without asking runs no effect.
  const close = useEffectEvent(() => {
    if (key !== undefined && changed.length > 0 && !isSessionOver.current) forgetDraft(key);
  });
  useEffect(() => () => close(), []);
  if (!found) return undefined;
  return {
    savedAt: found.savedAt,
    restore: () => {
      change(textsIn(found.text, fields));
      settle(true);
    },
    discard: () => settle(false),
  };
}

/** The kept texts; a draft of another release may have other fields. */
function textsIn<Form>(draft: string, fields: readonly (keyof Form & string)[]): Partial<Form> {
  const kept = new Map<string, unknown>(Object.entries(readObject(draft)));
  const texts = fields.filter((field) => typeof kept.get(field) === 'string');
  // Each field is a text of the form by the type of `fields`, and a text in the draft.
  return Object.fromEntries(texts.map((field) => [field, kept.get(field)])) as Partial<Form>;
}

function readObject(draft: string): object {
  try {
    const value: unknown = JSON.parse(draft);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
