import { type RefObject, useEffect } from 'react';
import { dropKeptInput, findKeptInput, keepInput } from '#api/kept-input.ts';
import { beforeSessionEnds } from '#api/session.ts';

/**
 * Brings back what the player had entered when their session ended, and keeps it if that happens again. Never passwords.
 *
 * @param name of the form in what is kept; undefined for a form of visitors
 */
export function useKeptFields(form: RefObject<HTMLFormElement | null>, name: string | undefined): void {
  useEffect(() => {
    if (name === undefined) return;
    const kept = findKeptInput(name) ?? {};
    for (const field of fieldsOf(form.current)) {
      const value = kept[field.name];
      if (typeof value === 'string' && !field.readOnly) field.value = value;
    }
    dropKeptInput(name);
    return beforeSessionEnds((session) => {
      const entered = fieldsOf(form.current).map((field) => [field.name, field.value]);
      keepInput(name, Object.fromEntries(entered), session);
    });
  }, [form, name]);
}

function fieldsOf(form: HTMLFormElement | null): HTMLInputElement[] {
  return [...(form?.querySelectorAll('input') ?? [])].filter(({ type }) => type !== 'password');
}
