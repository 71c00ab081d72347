import { useRef, useState } from 'react';
import { type Leaving, useUnsaved } from './unsaved.ts';

type Closing = { isBusy: boolean; isDirty: boolean; onClose: () => void };

/** Closing a dialog, with a question while something is unsaved. It stays open while it is saved. */
export function useClosing({ isBusy, isDirty, onClose }: Closing) {
  // A ref, because input counts before the next render.
  const isEdited = useRef(false);
  const [question, setQuestion] = useState<Leaving>();
  const isUnsaved = () => isEdited.current || isDirty;
  useUnsaved({
    isUnsaved,
    onLeaving: ({ leave }) => {
      if (isBusy) return;
      const closeAndLeave = () => {
        // Otherwise it would stay open when only the query changes.
        onClose();
        leave();
      };
      setQuestion({ leave: closeAndLeave });
    },
  });
  return {
    question,
    /** Asks before leaving by anything but Close, such as taking a picture. */
    ask: (leave: () => void) => setQuestion({ leave }),
    noteEdit: () => {
      isEdited.current = true;
    },
    requestClose: () => {
      if (isBusy) return;
      if (isUnsaved()) setQuestion({ leave: onClose });
      else onClose();
    },
    keepEditing: () => setQuestion(undefined),
  };
}
