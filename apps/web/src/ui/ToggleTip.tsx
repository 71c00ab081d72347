import { Info } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useState } from 'react';
import styles from './ToggleTip.module.css';

type ToggleTipProps = { label: string; children: ReactNode };

/** A round button with a tooltip on hover, focus and touch. Escape or leaving it closes it. */
export function ToggleTip({ label, children }: ToggleTipProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const onMouse = (open: boolean) => (event: PointerEvent) => {
    if (event.pointerType === 'mouse') setIsOpen(open);
  };
  function closeOnEscape(event: KeyboardEvent) {
    if (event.key === 'Escape') setIsOpen(false);
  }
  return (
    <span className={styles.tip} onPointerEnter={onMouse(true)} onPointerLeave={onMouse(false)}>
      <button
        type="button"
        className={styles.button}
        aria-label={label}
        aria-describedby={id}
        onFocus={() => setIsOpen(true)}
        onBlur={() => setIsOpen(false)}
        onKeyDown={closeOnEscape}
        onClick={(event) => {
          // Safari doesn't focus a tapped button, and without focus there would be no blur.
          event.currentTarget.focus();
          setIsOpen(true);
        }}
      >
        <Info aria-hidden size={18} />
      </button>
      <span role="tooltip" id={id} className={styles.bubble} hidden={!isOpen}>
        {children}
      </span>
    </span>
  );
}
