import { useState } from 'react';
import type { ChosenPicture } from './reward-form.rules.ts';

const MAX_BYTES = 5 * 1024 * 1024;

/** Chooses a picture that is sent with its form. */
export function usePictureChoice(onChange: (picture: ChosenPicture) => void) {
  const [error, setError] = useState('');
  async function choose(file: File) {
    if (file.size > MAX_BYTES) {
      setError('This file is too large. Please choose one of at most 5 MB.');
      return;
    }
    const shown = await readAddress(file);
    setError('');
    onChange({ shown, file });
  }
  return {
    error,
    choose: (file: File) => void choose(file),
    remove: () => {
      setError('');
      onChange({ shown: '' });
    },
  };
}

/** As a data URL: the content security policy allows no other URL for local files. */
function readAddress(file: File): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    // Without a preview it can still be sent; the server reports what is wrong.
    reader.addEventListener('error', () => resolve(''));
    reader.readAsDataURL(file);
  });
}
