import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#ui/Button.tsx';

type CopyButtonProps = {
  text: string;
  /** Selects it, for browsers that don't copy by themselves. */
  select: () => void;
  onDone: (outcome: string) => void;
  children: ReactNode;
};

/** Copies a text that is on the page. */
export function CopyButton({ text, select, onDone, children }: CopyButtonProps) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      onDone('Copied.');
    } catch {
      // Without HTTPS, or when the browser refuses.
      select();
      onDone("The browser didn't copy it. It is selected: press Ctrl+C.");
    }
  }
  return (
    <Button look="secondary" onClick={() => void copy()}>
      <Copy aria-hidden size={18} /> {children}
    </Button>
  );
}
