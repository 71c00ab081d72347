import { useEffect } from 'react';
import { noticeKeptInput } from '#api/kept-input.ts';
import { useToast } from '#ui/admin/use-toast.ts';

/** Says after a new sign-in that nothing typed was lost: most forms stand in dialogs, which staff open again themselves. */
export function useKeptNotice(): void {
  const toast = useToast();
  useEffect(() => {
    if (noticeKeptInput()) toast('What you typed before your session ended is back in its form.', 'info');
  }, [toast]);
}
