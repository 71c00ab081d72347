import { type Html, pretendedPage } from '#platform/pages/pretended-page.ts';

const NOTICE = {
  name: 'Sandbox',
  words: 'This checkout is pretended: no card is asked for and no money moves.',
};

/** A page of the sandbox. */
export function page(shown: { title: string; brandName: string; body: Html }): string {
  return pretendedPage({ ...shown, notice: NOTICE });
}

/** Cents in the way people write them. */
export function money(cents: number, currency: string): string {
  return new Intl.NumberFormat('en-IE', { style: 'currency', currency }).format(cents / 100);
}
