import { useState } from 'react';
import { pictureFault } from '#ui/admin/fields/picture-files.ts';
import type { ChosenPicture } from './reward-form.rules.ts';

/** Chooses a picture that is sent with its form. */
export function usePictureChoice(onChange: (picture: ChosenPicture) => void) {
  const [error, setError] = useState('');
  async function choose(file: File) {
    const fault = pictureFault(file);
    setError(fault);
    if (fault) return;
    const shown = await readAddress(file);
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
