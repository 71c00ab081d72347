import { createContext, use } from 'react';

export type ToastTone = 'success' | 'error' | 'info';

export type ShowToast = (text: string, tone?: ToastTone) => void;

export const ToastContext = createContext<ShowToast | null>(null);

/** How to say what has just happened, wherever one is in the page. */
export function useToast(): ShowToast {
  const show = use(ToastContext);
  if (!show) throw new Error('useToast needs Toasts around it.');
  return show;
}
