import { createContext, use } from 'react';

export type ToastTone = 'success' | 'error' | 'info';

export type ShowToast = (text: string, tone?: ToastTone) => void;

export const ToastContext = createContext<ShowToast | null>(null);

/** Shows a toast from any component. */
export function useToast(): ShowToast {
  const show = use(ToastContext);
  if (!show) throw new Error('useToast needs Toasts around it.');
  return show;
}
