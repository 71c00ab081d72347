import { updatePicture } from '@waygate/contract/picture-library/picture-library.endpoints';
import type { LibraryPicture } from '@waygate/contract/picture-library/picture-library.schemas';
import { useState } from 'react';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { LIBRARY_KEYS } from './use-picture-library.ts';

/** A text as it is typed, and as the library has it. */
type AltText = { typed: string; saved: string };

export type AltTexts = ReturnType<typeof useAltTexts>;

/** The alternative texts that were typed, each kept for its picture until the library is closed. */
export function useAltTexts(picture: LibraryPicture | undefined) {
  const [texts, setTexts] = useState<ReadonlyMap<string, AltText>>(new Map());
  const { isBusy, error, submit, reset } = useAdminMutation(updatePicture, {
    failure: "The alternative text couldn't be saved.",
    invalidates: LIBRARY_KEYS,
  });
  const { typed, saved } = textOf(texts, picture);
  const unsaved = [...texts].filter(([, text]) => isUnsaved(text)).map(([name]) => name);
  const put = (name: string, text: AltText) => setTexts((known) => new Map(known).set(name, text));
  return {
    alt: typed,
    setAlt: (text: string) => {
      if (picture) put(picture.name, { typed: text, saved });
    },
    /** The names of the pictures whose text is lost when the library is closed. */
    unsaved,
    isBusy,
    error,
    reset,
    /** The text of a picture that was deleted. */
    forget: (name: string) => setTexts((known) => new Map([...known].filter(([other]) => other !== name))),
    /** Saves the text of the chosen picture. Resolves to whether the library has it. */
    save: async () => {
      if (!picture || !isUnsaved({ typed, saved })) return true;
      const alt = typed.trim();
      if (!(await submit({ params: { name: picture.name }, body: { alt } }))) return false;
      put(picture.name, { typed: alt, saved: alt });
      return true;
    },
  };
}

function textOf(texts: ReadonlyMap<string, AltText>, picture: LibraryPicture | undefined): AltText {
  if (!picture) return { typed: '', saved: '' };
  return texts.get(picture.name) ?? { typed: picture.alt, saved: picture.alt };
}

function isUnsaved({ typed, saved }: AltText): boolean {
  return typed.trim() !== saved;
}
