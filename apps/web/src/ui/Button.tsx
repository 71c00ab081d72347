import type { ComponentProps, MouseEvent } from 'react';
import styles from './Button.module.css';
import { classNames } from './class-names.ts';

export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'danger' | 'row';

/** The class of anything that looks like a button, including links. */
export function buttonClass(look: ButtonLook = 'primary', extra?: string): string {
  return classNames(styles.button, styles[look], extra);
}

type ButtonProps = ComponentProps<'button'> & { look?: ButtonLook; isBusy?: boolean };

/** A button; while busy it keeps its focus and ignores presses. */
export function Button({
  look,
  isBusy = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass(look, className)}
      // Not `disabled`, because browsers would remove the focus.
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? ignore : onClick}
    >
      {children}
    </button>
  );
}

/** Also keeps the form from being submitted. */
function ignore(event: MouseEvent) {
  event.preventDefault();
}
