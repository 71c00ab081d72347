import { useState } from 'react';
import { mediaUrl } from '#api/media-url.ts';

const MAX_BYTES = 5 * 1024 * 1024;

type Choice = { file: File | undefined; shown: string; isRemoved: boolean; error: string };

/** A picture that is chosen now and sent with the rest of its form. */
export function useChosenPicture(kept: string | null) {
  const unchanged: Choice = {
    file: undefined,
    shown: kept === null ? '' : mediaUrl(kept),
    isRemoved: false,
    error: '',
  };
  const [choice, setChoice] = useState<Choice>();
  const { file, shown, isRemoved, error } = choice ?? unchanged;
  async function choose(chosen: File) {
    if (chosen.size > MAX_BYTES) {
      const tooLarge = 'This file is too large. Please choose one of at most 5 MB.';
      setChoice({ ...(choice ?? unchanged), error: tooLarge });
      return;
    }
    const address = await readAddress(chosen);
    setChoice({ file: chosen, shown: address, isRemoved: false, error: '' });
  }
  return {
    file,
    shown,
    isRemoved,
    error,
    isChanged: file !== undefined || isRemoved,
    choose: (chosen: File) => void choose(chosen),
    remove: () => setChoice({ file: undefined, shown: '', isRemoved: kept !== null, error: '' }),
    reset: () => setChoice(undefined),
  };
}

/** As a data address: the pages' policy lets no other address of a file on this machine show a picture. */
function readAddress(file: File): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    // Without a look at it, it can still be sent; the server says what is wrong with it.
    reader.addEventListener('error', () => resolve(''));
    reader.readAsDataURL(file);
  });
}
