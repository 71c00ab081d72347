import { X } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Notice } from '#ui/Notice.tsx';
import styles from './Toasts.module.css';
import { type ShowToast, ToastContext, type ToastTone } from './use-toast.ts';

const SHOWN_MS = { success: 6000, info: 6000, error: 12_000 };
const MAX_SHOWN = 4;

type Toast = { id: number; text: string; tone: ToastTone };

let lastId = 0;

type ToastsProps = {
  /** Where they are shown, if not here: inside what is blurred, nothing can be fixed to the window. */
  host?: HTMLElement;
  children: ReactNode;
};

/** Short messages in the page's corner, announced politely by screen readers. */
export function Toasts({ host, children }: ToastsProps) {
  const [toasts, setToasts] = useState<Toast[]>([]);
  const show: ShowToast = useCallback((text, tone = 'success') => {
    lastId += 1;
    const toast = { id: lastId, text, tone };
    setToasts((shown) => [...shown, toast].slice(-MAX_SHOWN));
  }, []);
  const drop = useCallback(
    (id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)),
    [],
  );
  const region = (
    <div className={styles.toasts} role="log" aria-live="polite" aria-label="Messages">
      {toasts.map((toast) => (
        <Toast key={toast.id} toast={toast} onGone={drop} />
      ))}
    </div>
  );
  return (
    <ToastContext value={show}>
      {children}
      {host ? createPortal(region, host) : region}
    </ToastContext>
  );
}

/** Disappears by itself, but not while hovered or focused. */
function Toast({ toast: { id, text, tone }, onGone }: { toast: Toast; onGone: (id: number) => void }) {
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => onGone(id), SHOWN_MS[tone]);
    return () => clearTimeout(timer);
  }, [id, tone, isHeld, onGone]);
  return (
    <div
      className={styles.toast}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <Notice tone={tone} isSilent>
        {text}
      </Notice>
      <button type="button" className={styles.close} aria-label="Dismiss" onClick={() => onGone(id)}>
        <X aria-hidden size={18} />
      </button>
    </div>
  );
}
